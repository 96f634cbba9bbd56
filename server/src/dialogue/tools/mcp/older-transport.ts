import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';

/** The transport before Streamable HTTP, HTTP+SSE (specification of 2024-11-05): many servers have no other one. */
// oxlint-disable-next-line typescript/no-deprecated -- servers that have no other one are reached in no other way
export class OlderTransport extends SSEClientTransport {}
