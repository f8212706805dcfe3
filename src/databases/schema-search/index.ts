export { type Join, JoinGraph, type Joins } from './join-graph.ts';
export { nearestNames, type WrongName } from './nearest-names.ts';
export { type SchemaHit, SchemaIndex, type SchemaSource } from './schema-index.ts';
export { type SchemasStyle, writeNoTables, writeSchemas } from './write-schemas.ts';
