// Reads once more, in a provider's answer as it was kept, what the provider read on the document.

import type { DocumentReadings } from './provider.ts'
import { readDocument } from './smile-id/document-readings.ts'
import { parseResult } from './smile-id/protocol.ts'

/** Empty for an answer that holds no readings, such as the note of what went wrong. */
export function readingsOfAnswer(answer: unknown): DocumentReadings {
  const result = parseResult(answer)
  return result === undefined ? {} : readDocument(result)
}
