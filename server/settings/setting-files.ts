// Kinds of settings for files and folders, and reading of files that hold settings.

import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type Kind, kindOf } from './setting-kinds.ts'

/** A file or folder that need not exist yet; the value is absolute. */
export const path = placeKind('path', 'a path', () => true)

export const readableFile = placeKind('file', 'a file that can be read', isReadableFile)

/** A readable file that other users of the machine cannot read. */
export const privateFile = placeKind(
  'file',
  'a file that can be read, but not by every user of this machine (chmod 640)',
  (file) => isReadableFile(file) && !isOpenToEveryone(file),
)

function placeKind(label: string, expects: string, fits: (file: string) => boolean): Kind<string> {
  const schema = z.string().refine((file) => !file.includes('\0') && fits(file))
  return kindOf(label, expects, schema, {
    parse: (given, fromDir) => schema.safeParse(resolve(fromDir, given)).data,
  })
}

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
