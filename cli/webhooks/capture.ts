// Reads a captured delivery and the webhook secret for `svc webhooks verify`.

import { readFile } from 'node:fs/promises'
import { type Fault, refuseFaults } from '../../server/kernel/app-error.ts'
import { describeUnreadable } from '../../server/kernel/unreadable-file.ts'
import type { ReceivedDelivery } from '../../server/webhooks/verify-signature.ts'
import type { CommandContext } from '../context.ts'
import { readStdin } from '../read-stdin.ts'
import { readHeaderLines } from './header-lines.ts'

export interface CaptureOptions {
  readonly headers?: string
  readonly signature?: string
  readonly timestamp?: string
  readonly secretFile?: string
}

interface Capture {
  readonly delivery: ReceivedDelivery
  readonly secret: string
}

/**
 * Reads the body from the named file, or from stdin if none or `-` is named; --signature and --timestamp override
 * --headers.
 * @throws AppError `invalid_request` with everything that is missing or unreadable; ConfigError if the secret
 *   comes from settings that cannot be used
 */
export async function readCapture(
  context: CommandContext,
  named: string | undefined,
  options: CaptureOptions,
): Promise<Capture> {
  const file = named === '-' ? undefined : named
  const faults = faultsOf(context, file, options)
  const read = async (param: string, path: string) =>
    readFile(path).catch((error: unknown) => {
      faults.push({ param, code: 'unreadable', message: describeUnreadable(path, error) })
      return Buffer.alloc(0)
    })
  const headers = options.headers === undefined ? '' : await read('--headers', options.headers)
  const secret =
    options.secretFile === undefined
      ? ((await context.session.settings()).secrets.webhookSecret ?? '')
      : await read('--secret-file', options.secretFile)
  const body = file === undefined ? undefined : await read('file', file)
  if (secret.toString().trim() === '' && !faults.some(({ param }) => param === '--secret-file')) {
    faults.push({ param: '--secret-file', code: 'missing', message: noSecret })
  }
  if (faults.length > 0) throw refuseFaults(faults)
  return {
    delivery: {
      body: body ?? (await readStdin(context)),
      headers: { ...readHeaderLines(headers.toString()), ...headersOf(options) },
    },
    secret: secret.toString().trim(),
  }
}

const noSecret =
  'There is no secret. Set SVC_WEBHOOK_SECRET (or SVC_WEBHOOK_SECRET_FILE), or name a file with --secret-file.'

function faultsOf(
  { shell }: CommandContext,
  file: string | undefined,
  options: CaptureOptions,
): Fault[] {
  const faults: Fault[] = []
  const { signature, timestamp, headers } = options
  for (const [param, value] of Object.entries({
    '--signature': signature,
    '--timestamp': timestamp,
  })) {
    if ((value ?? headers) !== undefined) continue
    faults.push({ param, code: 'missing', message: `${param} is required, or --headers.` })
  }
  if (file === undefined && shell.stdin.isTTY === true) {
    const message = 'Name the file of the body, or pass it on stdin with < body.json.'
    faults.push({ param: 'file', code: 'missing', message })
  }
  return faults
}

function headersOf({ signature, timestamp }: CaptureOptions): ReceivedDelivery['headers'] {
  return {
    ...(signature === undefined ? {} : { 'svc-signature': signature }),
    ...(timestamp === undefined ? {} : { 'svc-timestamp': timestamp }),
  }
}
