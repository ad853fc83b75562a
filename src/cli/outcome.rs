//! From errors to messages and exit codes.

use crate::config::ConfigError;
use crate::error::ExitCode;
use crate::fetch::FetchError;
use crate::fetch::import::ImportError;
use crate::llm::LlmError;
use crate::store::StoreError;

/// A verb that could not go on, with how the program ends.
#[derive(Debug)]
pub struct Failed {
    code: ExitCode,
    message: String,
}

impl Failed {
    /// A failure with a message of its own.
    pub fn new(code: ExitCode, message: impl Into<String>) -> Failed {
        Failed { code, message: message.into() }
    }
}

/// Prints what failed and gives the exit code.
pub fn report(result: Result<ExitCode, Failed>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(failed) => {
            eprintln!("afb-build: {}", failed.message);
            failed.code
        }
    }
}

impl From<ConfigError> for Failed {
    fn from(error: ConfigError) -> Failed {
        Failed::new(ExitCode::Usage, error.to_string())
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Failed {
        let code = match &error {
            StoreError::Locked { .. } => ExitCode::Locked,
            StoreError::Newer { .. } | StoreError::Absent { .. } => ExitCode::Usage,
            StoreError::Io { .. } | StoreError::Sqlite(_) | StoreError::Migration { .. } => ExitCode::Partial,
            StoreError::Value(_) => ExitCode::Bug,
        };
        Failed::new(code, error.to_string())
    }
}

impl From<FetchError> for Failed {
    fn from(error: FetchError) -> Failed {
        let code = match &error {
            FetchError::Config(_) => ExitCode::Usage,
            FetchError::Blocked { .. } => ExitCode::Refused,
            _ => ExitCode::Partial,
        };
        Failed::new(code, error.to_string())
    }
}

impl From<LlmError> for Failed {
    fn from(error: LlmError) -> Failed {
        let code = match &error {
            LlmError::Config(_) => ExitCode::Usage,
            LlmError::Refused(_) => ExitCode::Refused,
            _ => ExitCode::Partial,
        };
        Failed::new(code, error.to_string())
    }
}

impl From<ImportError> for Failed {
    fn from(error: ImportError) -> Failed {
        Failed::new(ExitCode::Usage, error.to_string())
    }
}

impl From<std::io::Error> for Failed {
    fn from(error: std::io::Error) -> Failed {
        Failed::new(ExitCode::Partial, error.to_string())
    }
}

/// Errors that passed through `anyhow` keep their exit code.
impl From<anyhow::Error> for Failed {
    fn from(error: anyhow::Error) -> Failed {
        let error = match error.downcast::<ConfigError>() {
            Ok(config) => return config.into(),
            Err(error) => error,
        };
        let error = match error.downcast::<StoreError>() {
            Ok(store) => return store.into(),
            Err(error) => error,
        };
        let error = match error.downcast::<FetchError>() {
            Ok(fetch) => return fetch.into(),
            Err(error) => error,
        };
        let error = match error.downcast::<LlmError>() {
            Ok(llm) => return llm.into(),
            Err(error) => error,
        };
        match error.downcast::<std::io::Error>() {
            Ok(io) => io.into(),
            Err(error) => Failed::new(ExitCode::Bug, format!("{error:#}")),
        }
    }
}
