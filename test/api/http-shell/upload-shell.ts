// A shell with one endpoint that takes a form with two images and says back what it understood.

import type { ClientRoute } from '../../../server/api/api-route.ts'
import { refuseFaults } from '../../../server/kernel/app-error.ts'
import { RecordingSinks } from './recording-sinks.ts'
import { route, type Shell, type ShellOptions, startShell } from './shell.ts'

export interface UploadShell extends Shell {
  readonly sinks: RecordingSinks
  /** Text of a key that may upload. */
  readonly key: string
  readonly uploadUrl: string
}

export async function startUploadShell(options: ShellOptions = {}): Promise<UploadShell> {
  const sinks = new RecordingSinks()
  const shell = await startShell([uploadEndpoint(sinks)], options)
  return { ...shell, sinks, key: shell.addKey(), uploadUrl: `${shell.url}/v1/forms` }
}

function uploadEndpoint(sinks: RecordingSinks): ClientRoute {
  return route('POST', '/forms', async (request) => {
    const { fields, files, faults } = await request.upload({
      files: ['front_image', 'selfie_image'],
      openFile: sinks.open,
    })
    if (faults.length > 0) throw refuseFaults(faults)
    const data = { fields: Object.fromEntries(fields), files: Object.fromEntries(files) }
    return request.idempotently(async () => ({ status: 200, data }))
  })
}

/** What follows `form-data;`, and the content as bytes in latin1. */
export type Part = readonly [disposition: string, content: string]

/** A multipart body written by hand, with the boundary `b`. */
export function parts(...contents: readonly Part[]): Buffer {
  const written = contents.map(
    ([disposition, content]) =>
      `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`,
  )
  return Buffer.from(`${written.join('')}--b--\r\n`, 'latin1')
}

export const isForm = { 'content-type': 'multipart/form-data; boundary=b' }

/** The head of a form sent by hand, with further header lines. */
export function formHead({ key }: Pick<UploadShell, 'key'>, ...more: readonly string[]): string {
  return [
    'POST /v1/forms HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${key}`,
    `Content-Type: ${isForm['content-type']}`,
    ...more,
    '',
    '',
  ].join('\r\n')
}
