// What is wrong with the name of a saved filter: there is none, or another has it.

import { useTranslation } from 'react-i18next'

/** @returns what is to be told of the name at this place among all names; undefined where all is well */
export function useNameFault(): (names: readonly string[], place: number) => string | undefined {
  const { t } = useTranslation('verifications')
  return (names, place) => {
    const name = names[place]?.trim() ?? ''
    if (name === '') return t('list.saved.nameMissing')
    const isTaken = names.some((other, index) => index !== place && other.trim() === name)
    return isTaken ? t('list.saved.nameTaken') : undefined
  }
}
