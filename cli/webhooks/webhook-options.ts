// The options of a webhook's properties, shared by `svc webhooks create` and `update`.

import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { eventMeanings, subscribableEvents } from '../../server/events/event.ts'
import type { Fault } from '../../server/kernel/app-error.ts'
import { describeUnreadable } from '../../server/kernel/unreadable-file.ts'
import { timestampModes } from '../../server/webhooks/sign.ts'
import { wordOption } from '../options/option-kinds.ts'

export interface WebhookOptions {
  readonly url?: string
  readonly events?: string
  /** False for --no-description. */
  readonly description?: string | false
  readonly active?: boolean
  readonly inactive?: boolean
  readonly timestampMode?: string
  /** False for --no-client-cert. */
  readonly clientCert?: string | false
  readonly clientKey?: string
}

export const eventsHelp = [
  ...subscribableEvents.map((event) => `  ${event.padEnd(24)}${eventMeanings[event].en}`),
  `  ${'webhook.test'.padEnd(24)}Sent by a test only; cannot be subscribed to.`,
].join('\n')

/** `isNew` if the URL is required. */
export function addWebhookOptions(command: Command, { isNew }: { isNew: boolean }): Command {
  return command
    .option('--url <url>', `the https address to send to${isNew ? ' (required)' : ''}`)
    .option('--events <list>', 'events to send, comma-separated')
    .option('--description <text>', 'what it is for')
    .addOption(wordOption('--timestamp-mode <mode>', 'meaning of svc-timestamp', timestampModes))
    .option('--client-cert <file>', 'certificate to show to the receiver, PEM')
    .option('--client-key <file>', 'its private key, PEM')
}

export const webhookOptionOfField = {
  url: '--url',
  environment: '--env',
  events: '--events',
  description: '--description',
  timestamp_mode: '--timestamp-mode',
  client_certificate: '--client-cert',
  'client_certificate.private_key': '--client-key',
}

/** The fields of an API request; options that were not given are left out. */
type WebhookFields = Readonly<Record<string, unknown>>

interface ReadOptions {
  readonly fields: WebhookFields
  /** Files that cannot be used. */
  readonly faults: readonly Fault[]
}

/** Reads the options and the files they name; faults of files are returned, to be reported with the others. */
export async function readWebhookOptions(options: WebhookOptions): Promise<ReadOptions> {
  const { url, events, description, active, inactive, timestampMode } = options
  const faults: Fault[] = []
  const certificate = await readCertificate(options, faults)
  const fields = {
    url,
    events: events?.split(',').map((event) => event.trim()),
    description: description === false ? '' : description,
    active: active ? true : inactive ? false : undefined,
    timestamp_mode: timestampMode,
    client_certificate: certificate,
  }
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    faults,
  }
}

/** Returns an empty object to remove the certificate; undefined if not given or unusable. */
async function readCertificate({ clientCert, clientKey }: WebhookOptions, faults: Fault[]) {
  if (clientCert === undefined && clientKey === undefined) return undefined
  if (clientCert === false && clientKey === undefined) return {}
  const certificate = await read('--client-cert', clientCert || undefined, faults)
  const privateKey = await read('--client-key', clientKey, faults)
  const isWhole = certificate !== undefined && privateKey !== undefined
  return isWhole ? { certificate, private_key: privateKey } : undefined
}

async function read(
  param: '--client-cert' | '--client-key',
  path: string | undefined,
  faults: Fault[],
): Promise<string | undefined> {
  if (path === undefined) {
    const message = `${param} is required: certificate and key go together.`
    faults.push({ param, code: 'missing', message })
    return undefined
  }
  return readFile(path, 'utf8').catch((error: unknown) => {
    faults.push({ param, code: 'unreadable', message: describeUnreadable(path, error) })
    return undefined
  })
}
