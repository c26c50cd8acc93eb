// Prepares the pictures of a list of labelled pairs for a face model: those of documents and selfies as verifications
// prepare theirs, others as they are.

import { readFileSync, statSync } from 'node:fs'
import { copySelfie, cutPortrait } from '../../server/faces/face-pictures.ts'
import type { LabelledPair } from '../../server/faces/labelled-pairs.ts'
import { createImageReader, type ImageReader } from '../../server/images/admission/inspect-image.ts'
import { imageBytesMax } from '../../server/images/image.ts'
import { UndecodableError } from '../../server/images/inspection.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import type { DocumentType } from '../../server/markets/market.ts'
import type { MrzAnswer, MrzReader } from '../../server/mrz/mrz-reading.ts'
import { openMrzReader } from '../../server/mrz/open-mrz-reader.ts'
import { readAgainAfterFailure } from '../../server/mrz/read-again.ts'
import { portraitPart } from '../../server/verifications/zone/portrait-by-zone.ts'
import { CommandError } from '../command-error.ts'

export interface ListedPicture {
  /** As the list names it. */
  readonly file: string
  /** undefined for a picture that is used as it is. */
  readonly shows: 'selfie' | DocumentType | undefined
}

export function picturesOf({ first, second, document }: LabelledPair): readonly ListedPicture[] {
  const selfie = document === undefined ? undefined : 'selfie'
  return [
    { file: first, shows: document },
    { file: second, shows: selfie },
  ]
}

/** Names a picture as it is prepared: one file may be listed as two kinds of document. */
export function pictureKey({ file, shows }: ListedPicture): string {
  return JSON.stringify([file, shows])
}

export interface PicturePreparer {
  /**
   * Returns undefined for a file that is no usable picture, or a document whose zone could not be looked for.
   * @throws CommandError if no reader works
   */
  prepare(path: string, shows: ListedPicture['shows']): Promise<Buffer | undefined>
  close(): void
}

/** Starts no process before the first picture, and closes the reader of zones with itself. */
export function openPicturePreparer(
  signal: AbortSignal,
  mrzReader = openMrzReader({ today: () => new Date(systemClock.now()) }),
): PicturePreparer {
  const images = createImageReader({ concurrency: 1 })
  return {
    async prepare(path, shows) {
      const bytes = readPicture(path)
      if (bytes === undefined || shows === undefined) return bytes
      try {
        return await prepareSubmitted({ images, mrzReader, signal }, bytes, shows)
      } catch (error) {
        if (error instanceof UndecodableError) return undefined
        throw error
      }
    },
    close() {
      images.close()
      mrzReader.close()
    },
  }
}

interface Readers {
  readonly images: ImageReader
  readonly mrzReader: MrzReader
  readonly signal: AbortSignal
}

async function prepareSubmitted(
  { images, mrzReader, signal }: Readers,
  bytes: Buffer,
  shows: 'selfie' | DocumentType,
): Promise<Buffer | undefined> {
  const role = shows === 'selfie' ? 'selfie' : 'front'
  const idType = shows === 'selfie' ? 'national_id' : shows
  const inspected = await images.inspect(bytes, { role, idType }, { measureQuality: false, signal })
  if (inspected.kind === 'refused') return undefined
  const { facts } = inspected
  if (shows === 'selfie') return copySelfie(images, { bytes, facts }, signal)
  const answer = await readZone(mrzReader, bytes, signal)
  // Its zone may tell where the portrait is, and its layout elsewhere: such a pair would be measured on another
  // picture.
  if ('failure' in answer) return undefined
  const corners = 'zone' in answer ? answer.zone : undefined
  const part = portraitPart({ idType, facts, corners })
  return cutPortrait(images, { bytes, facts }, part, signal)
}

/** @throws CommandError if no reader works */
async function readZone(
  mrzReader: MrzReader,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<MrzAnswer> {
  const answer = await readAgainAfterFailure(mrzReader, bytes, signal)
  signal.throwIfAborted()
  const state = mrzReader.state()
  if (!state.isReady) throw new CommandError('precondition_failed', state.reason)
  return answer
}

function readPicture(path: string): Buffer | undefined {
  try {
    return statSync(path).size > imageBytesMax ? undefined : readFileSync(path)
  } catch {
    return undefined
  }
}
