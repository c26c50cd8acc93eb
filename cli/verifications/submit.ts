// `svc verifications submit`: submits a live verification to a running server over HTTP, as an integration does.

import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { maskedDocument } from '../../server/api/verifications/document-api.ts'
import { AppError, type Fault, refuseFaults } from '../../server/kernel/app-error.ts'
import { documentTypes } from '../../server/markets/market.ts'
import { CommandError } from '../command-error.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { inOptions } from '../options/option-faults.ts'
import { durationParser, wordOption } from '../options/option-kinds.ts'
import { progressBar, startProgress } from '../progress.ts'
import { RemoteRefusal } from '../report-error.ts'
import { examples } from '../root-command.ts'
import { askServer, type Server } from '../server-client.ts'
import { awaitResult, type ReceivedVerification, receivedVerification } from './await-result.ts'
import { findServer } from './find-server.ts'
import { claimFields, readClaims } from './read-claims.ts'
import { verificationText } from './show-verification.ts'
import { findImages, type Image, openUploadForm } from './upload-form.ts'

interface Options {
  readonly front?: string
  readonly selfie?: string
  readonly back?: string
  readonly country?: string
  readonly idType?: string
  readonly idNumber?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly dateOfBirth?: string
  readonly externalRef?: string
  readonly claims?: string
  readonly score?: boolean
  readonly url?: string
  readonly wait?: boolean
  readonly timeout?: number
  readonly idempotencyKey?: string
}

const timeoutDefaultMs = 2 * 60 * 1000
/** Enough for three images of 10 MB over a slow line. */
const uploadTimeoutMs = 10 * 60 * 1000

export function define(command: Command, context: CommandContext): void {
  command
    .option('--front <file>', 'photo of the document, JPEG or PNG (required)')
    .option('--selfie <file>', 'photo of the customer (required)')
    .option('--back <file>', 'photo of the back')
    .option('--country <code>', 'country of the document, such as SN (required)')
    .addOption(wordOption('--id-type <type>', 'kind of document (required)', documentTypes))
    .option('--id-number <text>', 'number of the document')
    .option('--first-name <text>', 'as on the document')
    .option('--last-name <text>', 'as on the document')
    .option('--date-of-birth <date>', 'as on the document: 1991-02-03')
    .option('--external-ref <text>', 'your own reference')
    .option('--claims <file>', 'the five above as JSON, unseen by others; - for stdin')
    .option('--score', 'also ask for a score')
    .option('--url <url>', 'the server (also: SVC_URL)')
    .option('--no-wait', 'do not wait for the result')
    .option('--timeout <time>', 'how long to wait (default: 2m)', durationParser('1s', '1h'))
    .option(
      '--idempotency-key <text>',
      'repeats with the same key are not submitted twice (default: a new one)',
    )
    .addHelpText(
      'before',
      examples(
        'export SVC_API_KEY_FILE=/etc/svc/client.key',
        'svc verifications submit --country SN --id-type national_id \\\n' +
          '    --front front.jpg --back back.jpg --selfie selfie.jpg',
        'svc verifications submit --demo --country SN --id-type national_id \\\n' +
          '    --front data/reference/specimens/senegal-id-front.jpg \\\n' +
          '    --selfie data/reference/specimens/selfie.jpg --id-number DEMO-DECLINED',
      ),
    )
    .addHelpText(
      'after',
      '\nEvery user of this machine sees the options of its programs. --claims takes\n' +
        'what is claimed about a customer from a file or stdin, as the API names it:\n' +
        '  {"id_number": "...", "first_name": "...", "last_name": "...",\n' +
        '   "date_of_birth": "...", "external_ref": "..."}\n' +
        '\nExit status: 0 approved; 3 declined, error or still pending.',
    )
    .action((options: Options) => submit(context, options))
}

async function submit(context: CommandContext, options: Options): Promise<void> {
  const { io, finish } = context
  const { images, fields } = await requireOptions(context, options)
  const server = await findServer(context, options.url)
  const submitted = await upload(context, server, { options, images, fields })
  if (!io.isJson) io.say(`Submitted ${submitted.id}.`)
  const isPending = submitted.status === 'pending'
  const isAwaited = isPending && options.wait !== false
  const latest = isAwaited ? await waitFor(context, server, submitted.id, options) : submitted
  // The provider's raw response is personal data; only `get --with-provider-answer` shows it, and the whole document.
  const { smile_result: _, ...rest } = latest
  const shown = { ...rest, ...(rest.document && { document: maskedDocument(rest.document) }) }
  io.show(shown, () => verificationText(io, shown))
  if (isAwaited && latest.status === 'pending') {
    io.say(`Still pending; stopped waiting. To see it later: ${getCommand(context, latest.id)}`)
  }
  const isAsAsked = latest.status === 'approved' || (isPending && !isAwaited)
  if (!isAsAsked) finish(exitStatus.problemsFound)
}

interface Submission {
  readonly images: readonly Image[]
  readonly fields: Readonly<Record<string, string | undefined>>
}

/**
 * Checks only that required options are given and files can be read, before the upload; the server checks the rest.
 * @throws AppError with every fault
 */
async function requireOptions(context: CommandContext, options: Options): Promise<Submission> {
  const { front, back, selfie, country, idType } = options
  const needed = { '--front': front, '--selfie': selfie, '--country': country, '--id-type': idType }
  const missing: Fault[] = Object.entries(needed)
    .filter(([, value]) => value === undefined)
    .map(([param]) => ({ param, code: 'missing', message: `${param} is required.` }))
  const paths = { front_image: front, back_image: back, selfie_image: selfie }
  const { images, faults } = await findImages(paths)
  const read = await readClaims(context, options.claims)
  const given = fieldsOf(options)
  const twice: Fault[] = claimFields
    .filter((field) => given[field] !== undefined && read.claims[field] !== undefined)
    .map((param) => ({
      param,
      code: 'invalid',
      message: `${optionOfField[param]} is in --claims too. Leave it out of one of them.`,
    }))
  const all = [...missing, ...faults, ...twice]
  // Those of the file name its fields, which keep the names of the API.
  if (all.length > 0) throw inOptions(optionOfField, refuseFaults(all), read.faults)
  if (read.faults.length > 0) throw refuseFaults(read.faults)
  return { images, fields: { ...given, ...read.claims } }
}

async function upload(
  context: CommandContext,
  server: Server,
  { options, images, fields }: Submission & { readonly options: Options },
): Promise<ReceivedVerification> {
  const { io, interrupted } = context
  const progress = startProgress(io)
  const idempotencyKey = options.idempotencyKey ?? randomUUID()
  try {
    const { contentType, stream } = openUploadForm(fields, images, (...bytes) =>
      progress.update(`Uploading ${progressBar(...bytes)}`),
    )
    const answer = await askServer(server, {
      method: 'POST',
      path: '/kyc/verify',
      headers: { 'Content-Type': contentType, 'Idempotency-Key': idempotencyKey },
      body: stream,
      timeoutMs: uploadTimeoutMs,
      signal: interrupted,
    })
    return receivedVerification.parse(answer)
  } catch (error) {
    if (error instanceof RemoteRefusal) throw refusalInOptions(error)
    if (!(error instanceof CommandError)) throw inOptions(optionOfField, error)
    const advice = `To try again without submitting twice: --idempotency-key ${idempotencyKey}`
    throw new CommandError(error.code, `${error.message} ${advice}`)
  } finally {
    progress.end()
  }
}

function refusalInOptions(refusal: RemoteRefusal): unknown {
  const named = inOptions(optionOfField, refusal)
  return named instanceof AppError ? new RemoteRefusal(named, refusal) : named
}

const optionOfField = {
  country: '--country',
  id_type: '--id-type',
  id_number: '--id-number',
  first_name: '--first-name',
  last_name: '--last-name',
  date_of_birth: '--date-of-birth',
  external_ref: '--external-ref',
  score_requested: '--score',
  front_image: '--front',
  back_image: '--back',
  selfie_image: '--selfie',
}

function getCommand({ session }: CommandContext, id: string): string {
  return commandToCopy(session, `svc verifications get ${id}`)
}

function fieldsOf(options: Options): Readonly<Record<string, string | undefined>> {
  return {
    country: options.country,
    id_type: options.idType,
    id_number: options.idNumber,
    first_name: options.firstName,
    last_name: options.lastName,
    date_of_birth: options.dateOfBirth,
    external_ref: options.externalRef,
    score_requested: options.score ? 'true' : undefined,
  }
}

async function waitFor(
  context: CommandContext,
  server: Server,
  id: string,
  options: Options,
): Promise<ReceivedVerification> {
  const { io, shell, interrupted: signal } = context
  const progress = startProgress(io)
  try {
    return await awaitResult(
      { server, shell },
      {
        id,
        timeoutMs: options.timeout ?? timeoutDefaultMs,
        signal,
        onPending: (waitedMs) =>
          progress.update(`Waiting for the result: ${Math.round(waitedMs / 1000)} s`),
      },
    )
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const advice = `${id} continues on the server; see it with: ${getCommand(context, id)}`
    throw new CommandError(error.code, `${error.message} ${advice}`)
  } finally {
    progress.end()
  }
}
