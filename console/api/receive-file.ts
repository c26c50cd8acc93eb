// Reads a response part by part, so that progress can be shown.

import { unreachable } from './refusal.ts'

interface Receiving {
  readonly onPart: (part: Uint8Array) => void
  readonly signal: AbortSignal | undefined
}

/** @throws Refusal where the response breaks off: a partial file is discarded */
export async function receiveFile(
  response: Response,
  { onPart, signal }: Receiving,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  try {
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      parts.push(read.value)
      onPart(read.value)
    }
  } catch (error) {
    throw signal?.aborted ? error : unreachable()
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
}
