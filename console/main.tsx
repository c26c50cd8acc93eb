// Where the console begins in the browser: the nonce of this page for all styles made later, the words of one
// language, then the first page.

import '@fontsource-variable/inter/wght.css'
import './frame/page.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './frame/app.tsx'
import { startLanguage } from './words/language.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
// Where the library that locks scrolling behind dialogs looks for it.
Object.assign(globalThis, { __webpack_nonce__: nonce })

const place = document.getElementById('root')
if (place !== null) {
  await startLanguage()
  createRoot(place).render(
    <StrictMode>
      <App nonce={nonce} />
    </StrictMode>,
  )
}
