// `svc webhooks verify`: checks a captured delivery as a receiver should. Needs no installation, only the
// delivery and the secret, for developers of receivers.

import { type Command, InvalidArgumentError } from 'commander'
import { z } from 'zod'
import {
  headerText,
  type SignatureVerdict,
  toleranceSecondsDefault,
} from '../../server/webhooks/signature-headers.ts'
import { answerTo, verifySignature } from '../../server/webhooks/verify-signature.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { examples } from '../root-command.ts'
import { type CaptureOptions, readCapture } from './capture.ts'
import { adviceOn, findCause } from './explain-verdict.ts'

interface Options extends CaptureOptions {
  /** Milliseconds. */
  readonly at?: number
  readonly ignoreAge?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('[file]', 'the body, byte for byte (otherwise, or with -: stdin)')
    .option('--headers <file>', 'its headers, one a line: name: value')
    .option('--signature <hex>', 'its svc-signature')
    .option('--timestamp <seconds>', 'its svc-timestamp')
    .option('--secret-file <file>', 'file of the secret (otherwise: SVC_WEBHOOK_SECRET[_FILE])')
    .option('--at <instant>', 'instant to check the age at (now)', parseInstant)
    .option('--ignore-age', 'check only the signature')
    .addHelpText(
      'before',
      examples(
        'svc webhooks verify body.json --headers headers.txt --secret-file secret.txt',
        'svc webhooks verify --timestamp 1795251588 --signature 5d41… < body.json',
        'svc webhooks verify body.json --headers headers.txt --ignore-age',
      ),
    )
    .addHelpText(
      'after',
      '\nThe secret is not an option, since other users of this machine could read it.' +
        '\nExit status: 0 valid; 3 to be refused.',
    )
    .action((file: string | undefined, options: Options) => verify(context, file, options))
}

interface Judgement {
  readonly ok: boolean
  readonly result: SignatureVerdict
  /** HTTP status that a receiver should answer with. */
  readonly answer: number
  /** Negative for a timestamp in the future; null if it cannot be read. */
  readonly age_seconds: number | null
  /** The proven cause, if one was found. */
  readonly cause: string | null
  readonly advice: readonly string[]
}

async function verify(
  context: CommandContext,
  file: string | undefined,
  options: Options,
): Promise<void> {
  const { io, shell, finish } = context
  const { delivery, secret } = await readCapture(context, file, options)
  const nowMs = options.at ?? shell.clock.now()
  const toleranceSeconds = options.ignoreAge ? Number.POSITIVE_INFINITY : toleranceSecondsDefault
  const result = verifySignature(delivery, { secret, nowMs, toleranceSeconds })
  const timestamp = Number(headerText(delivery.headers, 'svc-timestamp') || Number.NaN)
  const ageSeconds = Math.floor(nowMs / 1000) - timestamp
  const cause = result === 'signature_mismatch' ? findCause(delivery, secret) : undefined
  const judgement: Judgement = {
    ok: result === 'valid',
    result,
    answer: answerTo(result),
    age_seconds: Number.isInteger(ageSeconds) ? ageSeconds : null,
    cause: cause ?? null,
    advice: adviceOn(result),
  }
  io.show(judgement, () => toText(io, judgement))
  if (!judgement.ok) finish(exitStatus.problemsFound)
}

function toText(io: Io, judgement: Judgement): string {
  const { ok, result, answer, cause, advice } = judgement
  const age = ageOf(judgement)
  if (ok) return `${io.out.style('green', 'valid')}: the signature matches${age}.\n`
  const refusal = `${io.out.style('red', result)}: a receiver should answer ${answer}${age}.`
  const causes = cause === null ? advice : [cause]
  return `${[refusal, ...causes.map((line) => `  - ${line}`)].join('\n')}\n`
}

function ageOf({ age_seconds: seconds }: Judgement): string {
  if (seconds === null) return ''
  const distance = `${Math.abs(seconds)} s ${seconds < 0 ? 'ahead' : 'old'}`
  return `; the timestamp is ${distance} (${toleranceSecondsDefault} s allowed)`
}

const instant = z.iso.datetime({ offset: true })

/** Milliseconds. */
function parseInstant(text: string): number {
  const parsed = instant.safeParse(text)
  if (!parsed.success) {
    throw new InvalidArgumentError('It must be an instant such as 2026-11-21T09:00:00Z.')
  }
  return Date.parse(parsed.data)
}
