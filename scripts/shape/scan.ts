// Separates the code of a TypeScript text from comments and strings, so that rules match only code. A light scanner
// that knows comments, strings, templates and regular expressions, but no grammar.

interface Range {
  readonly start: number
  readonly end: number
}

export interface Scanned {
  /** The text with comments and the content of strings, templates and regular expressions blanked; same length. */
  readonly code: string
  /** Positions of templates, from backtick to backtick. */
  readonly templates: readonly Range[]
}

/** What neither opens nor closes anything, taken as a whole. */
const plain = /[^'"`/{}]+/y
const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const quoted = /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y
const pattern = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y
const templateText = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y

/** Code that can precede a regular expression; after anything else a slash is a division. */
const beforePattern = /(?:^|[(,=:[!&|?{};+*%<>~^-]|\b(?:return|typeof|case|of|in|await|else))\s*$/

export function scan(text: string): Scanned {
  const templates: Range[] = []
  /** Templates with an open `${}`: the start and the brace depth of each. */
  const open: { readonly start: number; readonly depth: number }[] = []
  let code = ''
  let depth = 0

  /** Skips the text of a template up to its end or its next `${`. */
  function passTemplateText(start: number): void {
    code += blank(matchAt(templateText, text, code.length))
    if (text.startsWith('${', code.length)) {
      open.push({ start, depth })
      depth += 1
      code += '${'
    } else {
      code += '`'
      templates.push({ start, end: code.length })
    }
  }

  while (code.length < text.length) {
    code += matchAt(plain, text, code.length)
    const at = code.length
    const character = text.charAt(at)
    const hidden = matchAt(comment, text, at) || matchAt(quoted, text, at) || patternAt(text, code)
    if (hidden !== '') {
      code += /^['"]/.test(hidden)
        ? `${character}${blank(hidden.slice(2))}${character}`
        : blank(hidden)
    } else if (character === '`') {
      code += character
      passTemplateText(at)
    } else if (character === '}' && open.at(-1)?.depth === depth - 1) {
      code += character
      depth -= 1
      passTemplateText(open.pop()?.start ?? at)
    } else {
      code += character
      if (character === '{') depth += 1
      if (character === '}') depth -= 1
    }
  }
  return { code, templates }
}

/** Returns the line number of a position. */
export function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}

function patternAt(text: string, codeBefore: string): string {
  const at = codeBefore.length
  if (text.charAt(at) !== '/') return ''
  return beforePattern.test(codeBefore.slice(-40)) ? matchAt(pattern, text, at) : ''
}

function matchAt(sticky: RegExp, text: string, at: number): string {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0] ?? ''
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
