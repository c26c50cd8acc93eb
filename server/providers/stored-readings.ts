// Parses the document readings from a stored provider response.

import type { DocumentReadings } from './provider.ts'
import { readDocument } from './smile-id/document-readings.ts'
import { parseResult } from './smile-id/protocol.ts'

/** Returns an empty object for a response without readings, such as a note of an error. */
export function readingsOfStoredResponse(answer: unknown): DocumentReadings {
  const result = parseResult(answer)
  return result === undefined ? {} : readDocument(result)
}
