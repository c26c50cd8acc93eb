// A touch of something with a text on hover shows that text, which a finger could not reach otherwise, until the next
// touch. What the touch opens or presses anyway shows it elsewhere, and is left alone.

import classes from './touch-text.module.css'

/** Returns a function that ends it. */
export function startTouchTexts(): () => void {
  let shown: HTMLElement | undefined
  const hide = () => {
    shown?.remove()
    shown = undefined
  }
  const show = ({ pointerType, target }: PointerEvent) => {
    hide()
    const titled = pointerType === 'touch' ? titledAt(target) : undefined
    if (titled !== undefined) shown = showText(titled)
  }
  addEventListener('pointerup', show)
  addEventListener('scroll', hide, { capture: true, passive: true })
  return () => {
    hide()
    removeEventListener('pointerup', show)
    removeEventListener('scroll', hide, { capture: true })
  }
}

function titledAt(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined
  if (target.closest('a, button, input, label, [data-opens]') !== null) return undefined
  return target.closest<HTMLElement>('[title]') ?? undefined
}

/** Its text is in the page already for screen readers. */
function showText(titled: HTMLElement): HTMLElement {
  const text = document.createElement('div')
  text.className = classes.text ?? ''
  text.ariaHidden = 'true'
  text.textContent = titled.title
  document.body.append(text)
  const at = titled.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = text
  const below = at.bottom + gap
  text.style.left = `${Math.max(gap, Math.min(at.left, innerWidth - width - gap))}px`
  text.style.top = `${below + height > innerHeight ? at.top - height - gap : below}px`
  return text
}

const gap = 6
