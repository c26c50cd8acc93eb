// Loaded before a server: kills it with SIGKILL when it reads the image that the file of DIE_AT_IMAGE names.

import { readFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { DIE_AT_IMAGE: file } = process.env
if (file !== undefined) {
  const image = readFileSync(file, 'utf8')
  const original = promises.readFile
  promises.readFile = (path, ...more) => {
    if (String(path).endsWith(image)) process.kill(process.pid, 'SIGKILL')
    return original(path, ...more)
  }
  syncBuiltinESMExports()
}
