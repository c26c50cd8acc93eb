// The rows of the table of settings for the source of the master key.

import { splitKeyCommand } from '../crypto/key-command.ts'
import { path, readableFile } from './setting-files.ts'
import { kindOf, readBy, text } from './setting-kinds.ts'
import { optional } from './setting-row.ts'

const credentialName = kindOf(
  'name',
  'the name of a credential: letters, digits, dots, dashes, underscores',
  text.schema.pipe(readBy((given) => (/^[\w.-]{1,100}$/.test(given) ? given : undefined))),
)

const commandLine = kindOf<readonly string[]>(
  'command',
  'the absolute path of a program with its arguments; double quotes keep spaces together, and there is no shell',
  readBy((given) => (/^\P{C}{1,500}$/u.test(given) ? splitKeyCommand(given) : undefined)),
  { print: (words) => words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ') },
)

export const masterKeySettings = {
  masterKeyCredential: optional('SVC_MASTER_KEY_CREDENTIAL', credentialName, {
    help: 'Name of the systemd credential (LoadCredential=) that holds the master key, in place of SVC_MASTER_KEY_FILE.',
  }),
  masterKeyCommand: optional('SVC_MASTER_KEY_COMMAND', commandLine, {
    help: 'Command that prints the master key, in place of SVC_MASTER_KEY_FILE: a tool of an HSM or a key management service. It is run without a shell, has 20 seconds, and its output is never logged.',
  }),
  masterKeyWrappedFile: optional('SVC_MASTER_KEY_WRAPPED_FILE', readableFile, {
    help: 'File that SVC_MASTER_KEY_COMMAND gets on its standard input: the master key as the HSM wrapped it.',
  }),
  masterKeyPreviousFile: optional('SVC_MASTER_KEY_PREVIOUS_FILE', path, {
    help: 'File of the previous master key while the key is changed from one source to another. The database says which of the two is used.',
  }),
}
