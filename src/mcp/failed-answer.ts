import type { JSONRPCErrorResponse, RequestId } from '@modelcontextprotocol/client';

/** An answer in place of the server's own. */
export function failedAnswer(id: RequestId, message: string, code = SERVER_ERROR): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** JSON-RPC's code for what an implementation defines. */
const SERVER_ERROR = -32_000;
