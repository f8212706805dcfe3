export { DIALECT_NAMES } from './address.ts';
export { explainError } from './advice.ts';
export type { Access, Dialect, Parameter, StatementResult } from './database.ts';
export { DatabaseError, type DatabaseErrorKind } from './database-error.ts';
export { Databases } from './databases.ts';
export { searchSchemas } from './search.ts';
export { accessOf, type SchemaState, type Source, type SourceSettings } from './source.ts';
