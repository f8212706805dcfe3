export { whyNotListen } from './binding.ts';
export { type Listen, type Listening, listen } from './http.ts';
export { serveMcp } from './mcp.ts';
export { rejectionOf, retryHeaders, withoutRetry } from './status.ts';
export { headersOf } from './turn-response.ts';
