// A node:test reporter that prints only failed tests. `npm test` shows its output at the end.

import { relative } from 'node:path'
import { inspect } from 'node:util'

/** @param {AsyncIterable<{ type: string, data: any }>} events of node:test */
// biome-ignore lint/style/noDefaultExport: required by Node
export default async function* reportFailures(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue
    const { error } = data.details
    // A suite that failed because of its tests adds nothing.
    if (error.failureType === 'subtestsFailed') continue
    // Todo and skipped tests do not fail the run.
    if (data.todo !== undefined || data.skip !== undefined) continue
    const place = `${relative(process.cwd(), data.file ?? '')}:${data.line ?? ''}`
    yield `✖ ${data.name} (${place})\n${indented(inspect(error.cause ?? error))}\n`
  }
}

function indented(text) {
  return text.replace(/^/gm, '    ')
}
