// Reads a response part by part, so that progress can be shown.

import { unreachable } from './refusal.ts'

interface Receiving {
  readonly onPart: (part: Uint8Array) => void
  readonly signal: AbortSignal | undefined
  /** Whether the request changes nothing. */
  readonly isRead: boolean
}

/** @throws Refusal where the response breaks off: a partial file is discarded */
export async function receiveFile(
  response: Response,
  { onPart, signal, isRead }: Receiving,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  try {
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      parts.push(read.value)
      onPart(read.value)
    }
  } catch (error) {
    throw signal?.aborted ? error : unreachable(isRead)
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
}
