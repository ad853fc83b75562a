//! Reading a release: header, segments, parties, issuers, periods, provisions, amounts, mechanism, category. Pure.
