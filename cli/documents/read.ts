// `svc documents read`: reads the machine-readable zone of pictures of documents, on this machine alone.

import { readFileSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { imageBytesMax } from '../../server/images/image.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { describeUnreadable } from '../../server/kernel/unreadable-file.ts'
import type { MrzAnswer, MrzReading } from '../../server/mrz/mrz-reading.ts'
import { openMrzReader } from '../../server/mrz/open-mrz-reader.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { examples } from '../root-command.ts'
import { cleanText } from '../text/clean-text.ts'

const verdictTexts: Readonly<Record<MrzReading['verdict'], string>> = {
  valid: 'valid: all check digits hold',
  doubtful: 'doubtful: not read with confidence',
  document_inconsistent: 'inconsistent: read with confidence, but a check digit is wrong',
  no_zone: 'no machine-readable zone found',
}

const failureTexts = {
  unavailable:
    'not read: the model or the runtime is missing or damaged. Install the product again.',
  over_time: 'not read: it took longer than 30 s',
  failed: 'not read: the file is no picture that decodes',
  busy: 'not read: too many pictures wait. Try again in a minute.',
  cancelled: 'not read: cancelled',
} as const

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<files...>', 'pictures of passports or cards, JPEG or PNG')
    .addHelpText(
      'before',
      examples('svc documents read passport.jpg', 'svc documents read *.jpg --json'),
    )
    .addHelpText(
      'after',
      '\nNothing is sent or stored. Check digits protect number and dates; names, state\nand sex are as read. Verifications use the same reader (SVC_DOCUMENT_READING).\n\nExit status: 0 all valid; 3 any other.\n',
    )
    .action((files: readonly string[]) => read(context, files))
}

async function read({ io, finish }: CommandContext, files: readonly string[]): Promise<void> {
  const pictures = readPictures(files)
  const reader = openMrzReader({ today: () => new Date(systemClock.now()) })
  const answers: { readonly file: string; readonly answer: MrzAnswer }[] = []
  try {
    for (const { file, bytes } of pictures) answers.push({ file, answer: await reader.read(bytes) })
  } finally {
    reader.close()
  }
  const document = answers.map(({ file, answer }) => ({ file, ...answer }))
  io.show({ documents: document }, () => answers.map(answerText).join('\n'))
  if (answers.some(({ answer }) => !('verdict' in answer) || answer.verdict !== 'valid')) {
    finish(exitStatus.problemsFound)
  }
}

/** @throws CommandError `usage` that lists every file that cannot be read */
function readPictures(files: readonly string[]) {
  const faults: string[] = []
  const pictures = files.flatMap((file) => {
    try {
      const { size } = statSync(file)
      if (size <= imageBytesMax) return [{ file, bytes: readFileSync(file) }]
      faults.push(`${file} is larger than ${imageBytesMax / 1024 / 1024} MB.`)
    } catch (error) {
      faults.push(describeUnreadable(file, error))
    }
    return []
  })
  if (faults.length > 0) throw new CommandError('usage', faults.join('\n'))
  return pictures
}

function answerText({
  file,
  answer,
}: {
  readonly file: string
  readonly answer: MrzAnswer
}): string {
  const name = cleanText(file)
  if ('failure' in answer) return `${name}: ${failureTexts[answer.failure]}\n`
  const verdict = `${name}: ${verdictTexts[answer.verdict]}\n`
  if (answer.verdict === 'no_zone') return verdict
  const { document, lines } = answer
  const fields =
    document === undefined
      ? []
      : [
          ['format', document.format],
          ['issued by', document.issuingState],
          ['number', document.documentNumber],
          ['surname', document.surname],
          ['given names', document.givenNames],
          ['born', document.birthDate ?? 'unreadable'],
          ['expires', document.expiryDate ?? 'not stated'],
        ]
  const rows = fields.map(([label = '', value = '']) => `  ${label.padEnd(12)}${value}\n`)
  return `${verdict}${lines.map((line) => `  ${line}\n`).join('')}${rows.join('')}`
}
