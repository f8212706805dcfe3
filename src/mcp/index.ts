export { Catalogue, type CatalogueOptions, type CatalogueTool } from './catalogue.ts';
export { unknownNames } from './left-out.ts';
export type { ServerReport, State } from './report.ts';
export type { OpenSession, Session } from './session.ts';
export { isToolOf } from './tool.ts';
