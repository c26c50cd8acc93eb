// Kinds of settings for files and folders, and reading of files that hold settings.

import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { hasCode } from '../kernel/has-code.ts'
import { nameOfUser } from '../kernel/path-owner.ts'
import { type Kind, kindOf } from './setting-kinds.ts'
import { optional, type Setting } from './setting-row.ts'

/** A file or folder that need not exist yet; the value is absolute. */
export const path = placeKind('path', 'a path', () => true)

export const readableFile = placeKind(
  'file',
  'a file that can be read',
  isReadableFile,
  whyUnreadable,
)

/** The file of the authorities that sign the certificate of `other`, such as those of the bank itself. */
export function authoritiesFor(other: string, name: string): Setting<string, 'optional'> {
  const help = `Certificate authorities, PEM, to trust for ${other} besides the public ones.`
  return optional(name, readableFile, { help })
}

/** A readable file that other users of the machine cannot read. */
export const privateFile = placeKind(
  'file',
  'a file that can be read, but not by every user of this machine (chmod 640)',
  (file) => isReadableFile(file) && !isOpenToEveryone(file),
  (file) =>
    whyUnreadable(file) ?? `every user of this machine may read ${JSON.stringify(file)}: chmod 640`,
)

/** @param why says of an absolute path what is wrong with it, and what to do */
function placeKind(
  label: string,
  expects: string,
  fits: (file: string) => boolean,
  why?: (file: string) => string | undefined,
): Kind<string> {
  const schema = z.string().refine((file) => !file.includes('\0') && fits(file))
  return kindOf(label, expects, schema, {
    parse: (given, fromDir) => schema.safeParse(resolve(fromDir, given)).data,
    ...(why && { explain: (given) => (isAbsolute(given) ? why(given) : undefined) }),
  })
}

/** Names the user, because a command of root runs as the user of the server. */
function whyUnreadable(file: string): string | undefined {
  const quoted = JSON.stringify(file)
  try {
    if (!statSync(file).isFile()) return `${quoted} is no file`
    accessSync(file, constants.R_OK)
    return undefined
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return `there is no ${quoted}`
    const user = nameOfUser(process.geteuid?.() ?? 0)
    return `the user ${user} may not read ${quoted}: let a group of that user read it (chgrp, chmod 640), and enter the folders above it`
  }
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
