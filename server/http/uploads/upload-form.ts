// Collects the text fields of a multipart form, decides which files to accept, and records the faults of the form.
// Pure; `read-upload` feeds it part by part.

import type { Fault } from '../../kernel/app-error.ts'
import { isFieldName } from '../../kernel/field-name.ts'
import { readableBytes } from '../bodies/body-stream.ts'
import { uploadLimits } from './upload-limits.ts'

export class UploadForm {
  readonly fields = new Map<string, string>()
  readonly faults: Fault[] = []
  /** Names of files that are discarded, because no file field has them. */
  readonly unknownFiles: string[] = []
  /** Names and values in order of arrival, repeats included. */
  readonly fieldParts: string[] = []
  readonly #fileFields: readonly string[]
  readonly #filesSeen = new Set<string>()

  constructor(fileFields: readonly string[]) {
    this.#fileFields = fileFields
  }

  /** @param text undefined if its character set is unknown to the parser */
  addField(name: string, text: string | undefined, isCutOff = false): void {
    const value = text ?? '\ufffd'
    this.fieldParts.push(JSON.stringify(['field', name, value]))
    if (this.#fileFields.includes(name)) {
      // Browsers send an empty value if no file was chosen.
      if (value !== '') this.#notAFile(name)
    } else if (isCutOff) {
      const limit = readableBytes(uploadLimits.fieldBytesMax)
      this.#fault(name, 'payload_too_large', `may be at most ${limit}.`)
    } else if (this.fields.has(name)) {
      this.#fault(name, 'repeated', 'was sent more than once; send it once.')
    } else if (value.includes('\ufffd')) {
      this.#fault(name, 'invalid_encoding', 'is not valid UTF-8; encode the form as UTF-8.')
    } else {
      this.fields.set(name, value)
    }
  }

  /** Adds a file that has content but no name. Browsers send one without either if no file was chosen. */
  addNamelessFile(name: string): void {
    if (this.#fileFields.includes(name)) this.#notAFile(name)
  }

  /** Returns whether to store the file of this field. */
  admitFile(name: string): boolean {
    if (!this.#fileFields.includes(name)) {
      this.unknownFiles.push(name)
      return false
    }
    if (this.#filesSeen.has(name)) {
      this.#fault(name, 'repeated', 'was sent more than once; send one file.')
      return false
    }
    this.#filesSeen.add(name)
    return true
  }

  #notAFile(name: string): void {
    this.#fault(name, 'not_a_file', 'must be sent as a file, with a file name.')
  }

  /** Records one fault per field. A name that is not shaped like a field of the API is not quoted. */
  #fault(name: string, code: string, advice: string): void {
    if (this.faults.some((fault) => fault.param === name)) return
    const param = isFieldName(name) ? name : 'body'
    this.faults.push({ param, code, message: `${param === name ? name : 'A field'} ${advice}` })
  }
}
