// Decides which passwords are accepted: by length and by lists of common passwords. No rules on kinds of
// characters, no expiry (NIST SP 800-63B-4, ASVS 5.0 6.2). Pure.

import { AppError, type Fault } from '../../kernel/app-error.ts'

const passwordCharactersMin = 15
export const passwordCharactersMax = 128

/** A set of passwords and words, as `foldLetters` returns them. */
interface Blocklist {
  has(form: string): boolean
}

export interface Blocklists {
  /** The product's own word list: matched even with digits among the letters. */
  readonly words: Blocklist
  /** Leaked passwords. */
  readonly leaked: Blocklist
}

/** The user's name and e-mail address, which must not make up the password. */
export interface PasswordOwner {
  readonly email: string
  readonly name: string
}

/** Returns what is wrong with the password; undefined if it is acceptable. */
export function faultOfPassword(
  password: string,
  owner: PasswordOwner,
  blocklists: Blocklists,
): Fault | undefined {
  const length = [...password].length
  if (length < passwordCharactersMin) {
    return fault('too_short', `must have at least ${passwordCharactersMin} characters of any kind.`)
  }
  if (length > passwordCharactersMax) {
    return fault('too_long', `must have at most ${passwordCharactersMax} characters.`)
  }
  if (isPredictable(password, owner, blocklists)) {
    return fault(
      'too_common',
      'is easy to guess: it consists of common words, a pattern, or your own name. Use several unrelated words.',
    )
  }
  return undefined
}

/** Returns the form that is hashed, the same for every keyboard: NFKC. */
export function normalPassword(password: string): string {
  return password.normalize('NFKC')
}

/** @throws AppError `invalid_request` */
export function refusePassword(fault: Fault): AppError {
  return new AppError('invalid_request', fault.message, {
    param: fault.param,
    details: [fault],
  })
}

/** Returns the letters and digits, in lower case and without accents. */
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
  // The few letters of a random password with many digits may match a leaked password by chance, so they are
  // compared with the word list only.
  const letters = whole.map((form) => form.replace(/\p{N}/gu, ''))
  const either = { has: (form: string) => words.has(form) || leaked.has(form) }
  if ([...whole, ...bare, ...tails].some((form) => isMadeOf(form, either))) return true
  if (letters.some((form) => isMadeOf(form, words))) return true
  if (isRepeated(plain) || isRun(plain)) return true
  return [plain, spelled].some((form) => withoutOwner(form, owner).length < charactersLeftMin)
}

/** Matches `abcabcabcabcabc`, and any text with fewer than five different characters. */
function isRepeated(text: string): boolean {
  return new Set(text).size < 5 || /^(.{1,8})\1+.{0,3}$/u.test(text)
}

/** Matches `123456789012345` and `abcdefghijklmno`: most characters are neighbours of the one before. */
function isRun(text: string): boolean {
  let steps = 0
  for (let at = 1; at < text.length; at += 1) {
    const step = Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1))
    if (step <= 1 || step === 9) steps += 1
  }
  return steps >= (text.length - 1) * 0.8
}

/** Whether the text is one entry, two entries in a row, or one entry repeated, possibly cut at the end. */
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
