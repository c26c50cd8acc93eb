// A node:test reporter that prints only failed tests and what they reported. `npm test` shows its output at the end.

import { relative } from 'node:path'
import { inspect } from 'node:util'

/** @param {AsyncIterable<{ type: string, data: any }>} events of node:test */
// biome-ignore lint/style/noDefaultExport: required by Node
export default async function* reportFailures(events) {
  let lastFailed
  for await (const { type, data } of events) {
    // What a test reported comes after its end.
    if (type === 'test:diagnostic' && placeOf(data) === lastFailed)
      yield `${indented(data.message)}\n`
    if (type !== 'test:fail') continue
    const { error } = data.details
    // A suite that failed because of its tests adds nothing.
    if (error.failureType === 'subtestsFailed') continue
    // Todo and skipped tests do not fail the run.
    if (data.todo !== undefined || data.skip !== undefined) continue
    lastFailed = placeOf(data)
    yield `✖ ${data.name} (${lastFailed})\n${indented(inspect(error.cause ?? error))}\n`
  }
}

function placeOf({ file, line }) {
  return `${relative(process.cwd(), file ?? '')}:${line ?? ''}`
}

function indented(text) {
  return text.replace(/^/gm, '    ')
}
