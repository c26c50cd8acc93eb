// The Moroccan names and towns of the invented people in Arabic script, as cards print them beside
// the Latin ones. Pure.

import { surnameSuffix } from './people.ts'

const names: Readonly<Record<string, string>> = {
  Fatima: 'فاطمة',
  Khadija: 'خديجة',
  Salma: 'سلمى',
  Imane: 'إيمان',
  Meryem: 'مريم',
  Houda: 'هدى',
  Nadia: 'نادية',
  Sanaa: 'سناء',
  Hajar: 'هاجر',
  Asmae: 'أسماء',
  Youssef: 'يوسف',
  Mohammed: 'محمد',
  Omar: 'عمر',
  Rachid: 'رشيد',
  Hamza: 'حمزة',
  Karim: 'كريم',
  Mehdi: 'مهدي',
  Anas: 'أنس',
  Ayoub: 'أيوب',
  Saïd: 'سعيد',
  'El Amrani': 'العمراني',
  'El Idrissi': 'الإدريسي',
  'El Fassi': 'الفاسي',
  Benali: 'بنعلي',
  Alaoui: 'علوي',
  Bennani: 'بناني',
  Tazi: 'تازي',
  Berrada: 'برادة',
  Chraïbi: 'شرايبي',
  Lahlou: 'لحلو',
  Naciri: 'ناصري',
  Ouazzani: 'وزاني',
  Sebti: 'سبتي',
  Kettani: 'كتاني',
  Casablanca: 'الدار البيضاء',
  Rabat: 'الرباط',
  Fès: 'فاس',
  Tanger: 'طنجة',
}

const suffixInArabic = 'فيكتيف'

/** @throws Error for a name without an Arabic spelling here */
export function inArabic(name: string): string {
  const suffix = `-${surnameSuffix}`
  const isSurname = name.endsWith(suffix)
  const written = names[isSurname ? name.slice(0, -suffix.length) : name]
  if (written === undefined) throw new Error(`no Arabic letters for ${name}`)
  return isSurname ? `${written}-${suffixInArabic}` : written
}

/** Every name that `inArabic` accepts, with and without the suffix, in Arabic. */
export function arabicWords(): readonly string[] {
  return Object.keys(names).flatMap((name) => [
    inArabic(name),
    inArabic(`${name}-${surnameSuffix}`),
  ])
}
