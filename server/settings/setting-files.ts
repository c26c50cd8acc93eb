// Kinds of settings for files and folders, and reading of files that hold settings.

import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Kind } from './setting-kinds.ts'

/** A file or folder that need not exist yet; the value is absolute. */
export const path: Kind<string> = {
  label: 'path',
  expects: 'a path',
  parse: (given, fromDir) => (given.includes('\0') ? undefined : resolve(fromDir, given)),
  print: (value) => value,
}

/** An existing, readable file. */
export const readableFile: Kind<string> = {
  label: 'file',
  expects: 'a file that can be read',
  parse(given, fromDir) {
    const file = path.parse(given, fromDir)
    return file !== undefined && isReadableFile(file) ? file : undefined
  },
  print: (value) => value,
}

/** A readable file that other users of the machine cannot read. */
export const privateFile: Kind<string> = {
  label: 'file',
  expects: 'a file that can be read, but not by every user of this machine (chmod 640)',
  parse(given, fromDir) {
    const file = readableFile.parse(given, fromDir)
    return file === undefined || isOpenToEveryone(file) ? undefined : file
  },
  print: (value) => value,
}

/** Returns the content of a file; undefined if it cannot be read. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Returns whether users who are neither the owner nor in the group can read the file. */
export function isOpenToEveryone(file: string): boolean {
  return (statSync(file).mode & constants.S_IROTH) !== 0
}

function isReadableFile(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
