// What a multipart form holds besides the bytes of its files: the text fields, which files to take, and
// every fault of the form itself. Pure; `read-upload` feeds it part by part.

import type { Fault } from '../kernel/app-error.ts'
import { isFieldName } from './field-name.ts'

export class UploadForm {
  readonly fields = new Map<string, string>()
  readonly faults: Fault[] = []
  /** Names and values as they came, repeats included. */
  readonly fieldParts: string[] = []
  readonly #fileFields: readonly string[]
  readonly #filesSeen = new Set<string>()

  constructor(fileFields: readonly string[]) {
    this.#fileFields = fileFields
  }

  /** @param text undefined where it came in a character set that the parser does not know */
  addField(name: string, text: string | undefined): void {
    const value = text ?? '\ufffd'
    this.fieldParts.push(JSON.stringify(['field', name, value]))
    if (this.#fileFields.includes(name)) {
      // An empty value is how browsers send that no file was chosen.
      if (value !== '') this.#fault(name, 'not_a_file', 'must be sent as a file, with a file name.')
    } else if (this.fields.has(name)) {
      this.#fault(name, 'repeated', 'was sent more than once; send it once.')
    } else {
      this.fields.set(name, value)
      if (!value.includes('\ufffd')) return
      this.#fault(name, 'invalid_encoding', 'is not valid UTF-8; encode the form as UTF-8.')
    }
  }

  /** Whether the file that begins under this name is to be kept. */
  admitFile(name: string): boolean {
    if (!this.#fileFields.includes(name)) return false
    if (this.#filesSeen.has(name)) {
      this.#fault(name, 'repeated', 'was sent more than once; send one file.')
      return false
    }
    this.#filesSeen.add(name)
    return true
  }

  /** One fault a field is enough, and a name that could be anything is not repeated. */
  #fault(name: string, code: string, advice: string): void {
    if (this.faults.some((fault) => fault.param === name)) return
    const param = isFieldName(name) ? name : 'body'
    this.faults.push({ param, code, message: `${param === name ? name : 'A field'} ${advice}` })
  }
}
