// Text of a code outside the server's closed lists; undefined where there is none.

import { useTranslation } from 'react-i18next'

export function useCodeWord(): (key: string) => string | undefined {
  const { i18n } = useTranslation()
  return (key) => {
    const word: unknown = i18n.getResource(i18n.language, 'system', key)
    return typeof word === 'string' ? word : undefined
  }
}
