// Writes the file for support of `svc doctor --bundle`, and says first what goes into it.

import { writeFile } from 'node:fs/promises'
import { release } from 'node:os'
import { hasCode } from '../../server/kernel/has-code.ts'
import type { EffectiveSetting } from '../../server/settings/effective-setting.ts'
import { CommandError } from '../command-error.ts'
import type { Io } from '../io.ts'
import { jsonText } from '../text/clean-text.ts'

interface Bundle {
  readonly doctor: object
  /** Secrets are masked. */
  readonly settings: readonly EffectiveSetting[]
}

/** @throws CommandError `precondition_failed` if the file exists or cannot be written */
export async function writeBundle(
  io: Io,
  file: string,
  { doctor, settings }: Bundle,
): Promise<void> {
  io.say(
    [
      `Writing ${file}, which will have:`,
      '  doctor    the result below, with paths, host names and ids',
      `  settings  ${settings.length} settings with their origins, secrets masked`,
      '  machine   versions of Node.js and the system, kind of processor',
      'It has no personal data, no keys and no log. Look through it before you send it.',
    ].join('\n'),
  )
  const { platform, arch } = process
  const machine = { node: process.versions.node, platform, release: release(), arch }
  const document = { doctor, settings: settings.map(settingJson), machine }
  try {
    // A link that somebody else made would lead elsewhere, so only a new file is written.
    await writeFile(file, `${jsonText(document, 2)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const why = hasCode(error, 'EEXIST') ? 'exists already' : 'cannot be written'
    throw new CommandError('precondition_failed', `${file} ${why}. Name another file.`)
  }
}

function settingJson({ name, value, origin }: EffectiveSetting) {
  return { name, value: value ?? null, origin }
}
