// Checks the structure of an image while it is encrypted into staging, so that nothing has to be read again.

import type { ImageFiles, StagedFile } from '../storage/image-files.ts'
import { type Admission, AdmissionCheck } from './admit-image.ts'

export interface AdmittedFile {
  readonly staged: StagedFile
  readonly admission: Admission
}

type StagingSink = ReturnType<ImageFiles['openSink']>

/** Returns the sink with the check's result beside the staged file. */
export function admittingSink(sink: StagingSink) {
  const check = new AdmissionCheck()
  return {
    write(chunk: Buffer): Promise<void> {
      check.take(chunk)
      return sink.write(chunk)
    },
    async finish(): Promise<AdmittedFile> {
      return { staged: await sink.finish(), admission: check.finish() }
    },
    abort: () => sink.abort(),
  }
}
