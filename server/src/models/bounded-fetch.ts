/** A line of a model's event stream is a few hundred bytes; a megabyte of it without an end is an attack or a defect. */
const lineMaxBytes = 1_000_000;
const bodyMaxBytes = 64_000_000;
const lineFeed = 10;
const carriageReturn = 13;

/** fetch whose answer ends in an error rather than filling the memory, and that follows no redirect to another host. */
export async function boundedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  return new Response(response.body.pipeThrough(bounds()), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}

function bounds(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let total = 0;
  let line = 0;
  return new TransformStream({
    transform(chunk, controller) {
      total += chunk.byteLength;
      const end = Math.max(chunk.lastIndexOf(lineFeed), chunk.lastIndexOf(carriageReturn));
      line = end === -1 ? line + chunk.byteLength : chunk.byteLength - end - 1;
      if (line > lineMaxBytes) controller.error(new Error(`The model sent a line of more than ${lineMaxBytes} bytes.`));
      else if (total > bodyMaxBytes) controller.error(new Error(`The model sent more than ${bodyMaxBytes} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}
