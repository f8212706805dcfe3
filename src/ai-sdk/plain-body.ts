/**
 * Returns call options as a value that JSON can express: bytes become base64, as the protocol has them. Only the prompt has bytes.
 */
export function plainBody(options: object): object {
  return JSON.parse(JSON.stringify(options, encode));
}

/** `JSON.stringify` calls `toJSON` of a value first, so bytes of a Buffer arrive as an object: `this` has the bytes themselves. */
function encode(this: unknown, name: string, value: unknown): unknown {
  const own = (this as Readonly<Record<string, unknown>>)[name];
  return own instanceof Uint8Array ? Buffer.from(own).toString('base64') : value;
}
