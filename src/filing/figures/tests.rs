mod restated;
mod statements;
