// Entry point of the console: style nonce, texts of one language, first page.

import './fonts/inter.css'
import './frame/page.css'
import './frame/mantine.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './frame/app.tsx'
import { printOnLightPaper } from './frame/light-paper.ts'
import { startLanguage } from './words/language.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce
// Read by the library that locks scrolling behind dialogs.
Object.assign(globalThis, { __webpack_nonce__: nonce })

printOnLightPaper()

const place = document.getElementById('root')
if (place !== null) void show(place)

/** Not awaited at the top: the texts import from this very file, which would wait for itself. */
async function show(place: HTMLElement) {
  await startLanguage()
  createRoot(place).render(
    <StrictMode>
      <App nonce={nonce} />
    </StrictMode>,
  )
}
