// Reads every value of a header. Node keeps only the first of a header such as `Host` that was sent more than once.

import type { IncomingMessage } from 'node:http'

/** @param name in lower case */
export function valuesOfHeader(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  name: string,
): readonly string[] {
  const values: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index]
    if (sent?.length === name.length && sent.toLowerCase() === name) {
      values.push(rawHeaders[index + 1] ?? '')
    }
  }
  return values
}
