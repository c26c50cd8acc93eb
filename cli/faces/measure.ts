// `svc faces measure`: measures the bank's own face model on the bank's own labelled pairs, on this machine alone.

import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { type FaceMeasurement, picturePreparation } from '../../server/faces/face-measurement.ts'
import { type LabelledPair, parsePairs } from '../../server/faces/labelled-pairs.ts'
import { measure, similarityOf } from '../../server/faces/match-rates.ts'
import { digestModel } from '../../server/faces/measured-model.ts'
import { type FaceEmbedder, openFaceEmbedder } from '../../server/faces/open-face-embedder.ts'
import { describeUnreadable } from '../../server/kernel/unreadable-file.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { startProgress } from '../progress.ts'
import { examples } from '../root-command.ts'
import { writeOut } from '../write-out.ts'
import { measurementText } from './measurement-text.ts'
import {
  type ListedPicture,
  openPicturePreparer,
  type PicturePreparer,
  pictureKey,
  picturesOf,
} from './prepare-picture.ts'

interface Options {
  readonly model: string
  readonly pairs: string
  readonly falseMatchRate: number
  readonly out?: string
}

const megabyte = 1024 * 1024
const pairsBytesMax = 64 * megabyte
/** Lines of faults that are printed at once. */
const faultsShownMax = 20

export function define(command: Command, context: CommandContext): void {
  command
    .requiredOption('--model <file>', 'the ONNX file: one input [1, 3, 112, 112]')
    .requiredOption('--pairs <file>', 'CSV with the columns front, selfie, same, document')
    .option(
      '--false-match-rate <share>',
      'share of false matches that is tolerated',
      parseRate,
      0.001,
    )
    .option('--out <file>', 'also write the measurement to this file, as JSON')
    .addHelpText(
      'before',
      examples(
        'svc faces measure --model face.onnx --pairs pairs.csv',
        'svc faces measure --model face.onnx --pairs pairs.csv --false-match-rate 0.0001 --json',
      ),
    )
    .addHelpText(
      'after',
      '\nFiles are named from the folder of the CSV; same is yes or no; document is\nnational_id, passport or voter_id. Portraits are cut from the documents as\nverifications cut them; of portrait and selfie the centre square is used, and\nfaces are not looked for. The server takes its threshold from the file of --out\n(SVC_FACE_MEASUREMENT). A list with the columns first, second, same measures\npictures as they are, for a study; the server takes no threshold from it.\nNothing is sent or stored. See svc help local.\n\nExit status: 0 measured; 3 too few pairs, or pictures that gave no embedding.\n',
    )
    .action((options: Options) => run(context, options))
}

async function run(context: CommandContext, options: Options): Promise<void> {
  const { io, finish } = context
  const { pictures, pairs } = readPairs(options.pairs)
  const modelSha256 = await hashOf(options.model)
  const embedder = openFaceEmbedder({ file: options.model, sha256: async () => modelSha256 })
  const preparer = openPicturePreparer(context.interrupted)
  try {
    await requireUsable(embedder, options.model)
    const work = { embedder, preparer, pairs, folder: dirname(options.pairs) }
    const { embeddings, unreadable } = await embedAll(context, work)
    const result: FaceMeasurement = {
      modelSha256,
      images: pictures,
      preparation: picturePreparation,
      falseMatchRate: options.falseMatchRate,
      ...measured(pairs, embeddings, options.falseMatchRate),
      unreadable,
    }
    if (options.out !== undefined && result.measurement.kind === 'measured') {
      await writeOut(io, options.out, async (write) => {
        await write(`${JSON.stringify(result, null, 2)}\n`)
      })
    }
    io.show(result, () => measurementText(io.out, result))
    if (result.measurement.kind === 'too_few' || unreadable.length > 0) {
      finish(exitStatus.problemsFound)
    }
  } finally {
    embedder.close()
    preparer.close()
  }
}

function parseRate(text: string): number {
  const rate = /^0?\.\d{1,6}$/.test(text) ? Number(text) : 0
  if (rate >= 0.00001 && rate <= 0.1) return rate
  throw new InvalidArgumentError('It must be a share from 0.00001 to 0.1, such as 0.001.')
}

function readPairs(file: string) {
  const { pictures, pairs, faults } = parsePairs(readAtMost(file, pairsBytesMax).toString('utf8'))
  if (faults.length > 0) {
    const more = faults.length - faultsShownMax
    const rest = more > 0 ? [`${more} more lines are wrong.`] : []
    throw new CommandError('usage', [...faults.slice(0, faultsShownMax), ...rest].join('\n'))
  }
  return { pictures, pairs }
}

/** @throws CommandError `usage` that names the file */
function readAtMost(file: string, bytesMax: number): Buffer {
  try {
    if (statSync(file).size <= bytesMax) return readFileSync(file)
  } catch (error) {
    throw new CommandError('usage', describeUnreadable(file, error))
  }
  throw new CommandError('usage', `${file} is larger than ${bytesMax / megabyte} MB.`)
}

/** @throws CommandError `usage` that names the file */
async function hashOf(file: string): Promise<string> {
  const digest = await digestModel(file)
  if ('fault' in digest) throw new CommandError('usage', `${file} ${digest.fault}.`)
  return digest.sha256
}

async function requireUsable(embedder: FaceEmbedder, file: string): Promise<void> {
  const state = await embedder.load()
  if (state === 'loaded') return
  throw state === 'unusable'
    ? new CommandError(
        'usage',
        `${file} is no model that can be used: a single ONNX file with one input [1, 3, 112, 112] and an embedding of 16 to 4096 numbers, both 32-bit floats.`,
      )
    : notRunning()
}

function notRunning(): CommandError {
  return new CommandError(
    'precondition_failed',
    'The process that runs the model does not start, or was killed. Look for a lack of memory, or install the product again.',
  )
}

interface Embedding {
  readonly embedder: FaceEmbedder
  readonly preparer: PicturePreparer
  readonly pairs: readonly LabelledPair[]
  readonly folder: string
}

/** A picture of several pairs is read once. Returns the embeddings by `pictureKey`. */
async function embedAll({ io, interrupted }: CommandContext, { pairs, ...tools }: Embedding) {
  const pictures = new Map(pairs.flatMap(picturesOf).map((one) => [pictureKey(one), one]))
  const embeddings = new Map<string, Float32Array>()
  const unreadable = new Set<string>()
  const progress = startProgress(io)
  let done = 0
  try {
    for (const [key, picture] of pictures) {
      interrupted.throwIfAborted()
      progress.update(`${done} of ${pictures.size} pictures`)
      const embedding = await embedPicture(tools, picture)
      if (embedding === undefined) unreadable.add(picture.file)
      else embeddings.set(key, embedding)
      done += 1
    }
  } finally {
    progress.end()
  }
  return { embeddings, unreadable: [...unreadable] }
}

/**
 * Returns undefined for a picture that gives no embedding.
 * @throws CommandError when no process runs the model any more, which says nothing of the picture
 */
async function embedPicture(
  { embedder, preparer, folder }: Omit<Embedding, 'pairs'>,
  { file, shows }: ListedPicture,
): Promise<Float32Array | undefined> {
  const picture = await preparer.prepare(resolve(folder, file), shows)
  if (picture === undefined) return undefined
  const embedded = await embedder.embed(picture)
  if (embedded === 'not_running') throw notRunning()
  return typeof embedded === 'string' ? undefined : embedded
}

function measured(
  pairs: readonly LabelledPair[],
  embeddings: ReadonlyMap<string, Float32Array>,
  falseMatchRate: number,
): Pick<FaceMeasurement, 'samePairs' | 'differentPairs' | 'repeatedImages' | 'measurement'> {
  const same: number[] = []
  const different: number[] = []
  const pairsOfPicture = new Map<string, number>()
  for (const pair of pairs) {
    const keys = picturesOf(pair).map(pictureKey)
    const [one, other] = keys.map((key) => embeddings.get(key))
    if (one === undefined || other === undefined) continue
    const similarities = pair.isSame ? same : different
    similarities.push(similarityOf(one, other))
    if (pair.isSame) continue
    for (const key of keys) pairsOfPicture.set(key, (pairsOfPicture.get(key) ?? 0) + 1)
  }
  const measurement = measure({ same, different }, falseMatchRate)
  return {
    samePairs: same.length,
    differentPairs: different.length,
    repeatedImages: [...pairsOfPicture.values()].filter((count) => count > 1).length,
    measurement,
  }
}
