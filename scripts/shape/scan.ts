// Splits TypeScript text into code and the rest, so that a rule never takes a comment or a string for
// code. A light scanner: it knows comments, strings, templates and patterns, but no grammar.

export interface Range {
  readonly start: number
  readonly end: number
}

export interface Scanned {
  /** The text with comments and the insides of strings, templates and patterns blanked; same length. */
  readonly code: string
  /** Where templates stand, from backtick to backtick. */
  readonly templates: readonly Range[]
}

const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const quoted = /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y
const pattern = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y
const templateText = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y

/** What may stand before a pattern; after anything else a slash divides. */
const beforePattern = /(?:^|[(,=:[!&|?{};+*%<>~^-]|\b(?:return|typeof|case|of|in|await|else))\s*$/

export function scan(text: string): Scanned {
  const templates: Range[] = []
  /** Templates in whose `${}` we are: where each began and how deep in braces. */
  const open: { readonly start: number; readonly depth: number }[] = []
  let code = ''
  let depth = 0

  /** Goes on inside a template, to its end or to the next code in it. */
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

/** Where lines begin, so that places can be told by their line. */
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
