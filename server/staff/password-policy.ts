// Which passwords are taken: length and a list of what everybody thinks of, and nothing else. No rule
// about kinds of characters, no expiry (NIST SP 800-63B-4, ASVS 5.0 6.2).

import { AppError, type Fault } from '../kernel/app-error.ts'

export const passwordCharactersMin = 15
export const passwordCharactersMax = 128

/** Normal forms of what is listed. */
export interface Blocklist {
  has(form: string): boolean
}

export interface Blocklists {
  /** The words of the house: looked for whatever digits stand among their letters. */
  readonly words: Blocklist
  /** Passwords that were leaked. */
  readonly leaked: Blocklist
}

/** What is known of the person, none of which makes a password. */
export interface PasswordOwner {
  readonly email: string
  readonly name: string
}

/** What is wrong with it; undefined where it is taken. */
export function faultOfPassword(
  password: string,
  owner: PasswordOwner,
  blocklists: Blocklists,
): Fault | undefined {
  const length = [...password].length
  if (length < passwordCharactersMin) {
    return fault('too_short', `has at least ${passwordCharactersMin} characters; any will do.`)
  }
  if (length > passwordCharactersMax) {
    return fault('too_long', `has at most ${passwordCharactersMax} characters.`)
  }
  if (isPredictable(password, owner, blocklists)) {
    return fault(
      'too_common',
      'is easy to guess: it is made of common words, a pattern, or your own name. Take several words that have nothing to do with each other.',
    )
  }
  return undefined
}

/** Every text that means the same password is one password, however it was typed. */
export function normalPassword(password: string): string {
  return password.normalize('NFKC')
}

/** @throws AppError `invalid_request` */
export function refusePassword(found: Fault): AppError {
  return new AppError('invalid_request', found.message, {
    param: found.param,
    details: [found],
  })
}

/** The letters and digits, without case and accents. */
export function foldLetters(text: string): string {
  if (/^[a-z0-9]*$/.test(text)) return text
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const charactersLeftMin = 8
const lettersOfSigns: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

function isPredictable(
  password: string,
  owner: PasswordOwner,
  { words, leaked }: Blocklists,
): boolean {
  const plain = foldLetters(password)
  const spelled = foldLetters(
    password.replace(/[013457@$!]/g, (sign) => lettersOfSigns[sign] ?? ''),
  )
  const whole = [plain, spelled]
  const bare = whole.map((form) => form.replace(/^\p{N}+/u, '').replace(/\p{N}+$/u, ''))
  const tails = whole.map((form) => form.replace(/\p{N}+$/u, ''))
  // Of a random password with many digits the letters alone are few enough to be leaked by chance: they are held
  // against the words of the house only.
  const letters = whole.map((form) => form.replace(/\p{N}/gu, ''))
  const either = { has: (form: string) => words.has(form) || leaked.has(form) }
  if ([...whole, ...bare, ...tails].some((form) => isMadeOf(form, either))) return true
  if (letters.some((form) => isMadeOf(form, words))) return true
  if (isRepeated(plain) || isRun(plain)) return true
  return [plain, spelled].some((form) => withoutOwner(form, owner).length < charactersLeftMin)
}

/** `abcabcabcabcabc`, and anything of few different characters. */
function isRepeated(text: string): boolean {
  return new Set(text).size < 5 || /^(.{1,8})\1+.{0,3}$/u.test(text)
}

/** `123456789012345`, `abcdefghijklmno`: nearly every character follows from the one before. */
function isRun(text: string): boolean {
  let steps = 0
  for (let at = 1; at < text.length; at += 1) {
    const step = Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1))
    if (step <= 1 || step === 9) steps += 1
  }
  return steps >= (text.length - 1) * 0.8
}

/** What is listed, two of it and no more, or one again and again, however it was cut off at the end. */
function isMadeOf(text: string, blocklist: Blocklist): boolean {
  if (blocklist.has(text) || isTwoListed(text, blocklist)) return true
  for (let at = 3; at < text.length; at += 1) {
    if (text.startsWith(text.slice(at)) && blocklist.has(text.slice(0, at))) return true
  }
  return false
}

function isTwoListed(text: string, blocklist: Blocklist): boolean {
  for (let at = 3; at <= text.length - 3; at += 1) {
    if (blocklist.has(text.slice(0, at)) && blocklist.has(text.slice(at))) return true
  }
  return false
}

function withoutOwner(text: string, { email, name }: PasswordOwner): string {
  const known = [...email.split(/[@.+_-]/), ...name.split(/[\s'-]+/)].map(foldLetters)
  const long = known.filter((part) => part.length >= 3).toSorted((a, b) => b.length - a.length)
  return long.reduce((rest, part) => rest.replaceAll(part, ''), text)
}

function fault(code: string, message: string): Fault {
  return { param: 'password', code, message: `password ${message}` }
}
