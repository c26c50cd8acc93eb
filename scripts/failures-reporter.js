// Tells of each test that failed, and of nothing else: what `npm test` repeats at its very end.

import { relative } from 'node:path'
import { inspect } from 'node:util'

/** @param {AsyncIterable<{ type: string, data: any }>} events of node:test */
// biome-ignore lint/style/noDefaultExport: the form in which Node wants it
export default async function* tellFailures(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue
    const { error } = data.details
    // A suite whose tests failed has nothing of its own to say.
    if (error.failureType === 'subtestsFailed') continue
    // Todo and skipped tests fail nothing.
    if (data.todo !== undefined || data.skip !== undefined) continue
    const place = `${relative(process.cwd(), data.file ?? '')}:${data.line ?? ''}`
    yield `✖ ${data.name} (${place})\n${indented(inspect(error.cause ?? error))}\n`
  }
}

function indented(text) {
  return text.replace(/^/gm, '    ')
}
