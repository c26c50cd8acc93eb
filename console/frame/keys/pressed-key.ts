// The name of a pressed key as shortcuts know it. Pure.

/** Of a `KeyboardEvent`. */
interface Pressed {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/**
 * A layout without Latin letters, such as the Arabic one, has its own letter on each key; the shortcut is then the
 * letter that the same key has on a Latin keyboard. `Ctrl+` stands for Cmd too.
 */
export function pressedKey(pressed: Pressed): string {
  const { key, code, shiftKey, ctrlKey, metaKey } = pressed
  const isForeign = /^[^\p{Script=Latin}\p{ASCII}]+$/u.test(key)
  const name = (isForeign ? latinKeyAt(code, shiftKey) : undefined) ?? key
  return ctrlKey || metaKey ? `Ctrl+${name}` : name
}

function latinKeyAt(code: string, isShifted: boolean): string | undefined {
  if (code === 'Slash') return isShifted ? '?' : '/'
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? []
  return letter?.toLowerCase() ?? digit
}
