mod layouts;
mod restated;
mod shapes;
mod statements;
