/** Why a schema is not used, thrown from anywhere in the walk through it. */
export class Refused extends Error {}
