// Pairs that neither agree nor clearly differ. One line a pair: given / family as claimed | as read | why. See
// name-pairs.ts.

export const doubtful = `
Mohamed / Diop | MOUHAMADOU DIOP | related names; brothers may bear both
Mamadou / Diop | MOUHAMADOU DIOP | related names; brothers may bear both
Modou / Diop | MAMADOU DIOP | short form
Mohamed / Tazi | M'HAMED TAZI | in Morocco two names for two brothers
Fatou / Ndiaye | FATIMA NDIAYE | related names
Fatou / Ndiaye | FATOUMATA NDIAYE | related names
Khady / Sow | KHADIJA SOW | short form
Abdou / Faye | ABDOULAYE FAYE | short form
Amadou / Ba | AHMED BA | West African and Arabic form
Aïcha / Sall | AISSATOU SALL | related names
Mariama / Sané | MARIAM SANE | related names
Amina / Kane | AMINATA KANE | related names
Ousseynou / Gaye | HUSSEIN GAYE | Senegalese and Arabic form
Boubacar / Bodian | ABOUBACAR BODIAN | related names
Hassan / Jabri | LAHCEN JABRI | article grown into the name
Souleymane / Coly | SLIMANE COLY | related names
Aliou / Dramé | ALIOUNE DRAME | related names
Ben / Mensah | MENSAH BEN KOFI | Ben may be a particle there
Michel / Brou | MICHELE BROU | mute ending, or brother and sister
Siham / Sebti | SIHAME SEBTI | mute ending
Rida / Naciri | REDA NACIRI | e and i
Ilyas / Naciri | ELIAS NACIRI | e and i
Salem / Saadi | SALIM SAADI | e and i
Karim / Saadi | KERIM SAADI | a and e
Oussama / Saadi | OSAMA SAADI | o and u
Noureddine / Saadi | NOURDINE SAADI | a vowel not heard
Souleymane / Ly | SOULEYE LY | short form
Abdoul Karim / Fall | ABDELKRIM FALL | a vowel not heard, written as one
Abdoulaye / Fall | ABLAYE FALL | short form
Désiré / Brou | DESIREE BROU | brother and sister
Salah-Ed-Din / Bouzid | SALAH EDDINE BOUZID | mute ending, article written as one
Asmae / Tazi | ASMA TAZI | last sound written or not
Ben / Asante | BENJAMIN ASANTE | short form
Soulaymane / Tall | SOLAYMANE TALL | a vowel off
Moustapha / Fall | MOUSTAPAH FALL | letters swapped
Fatou / Ndiaye | FATOU NDIAVE | y read as v
Awa / Diallo | AWA DIATLO | a letter read wrong
Penda / Diop | PENDA D1OP | digit in a name
Penda / Fall | PENDA FAIL | l read as i
Oumou / Sow | OUMOU SDW | o read as d
Abdoulkarim / Guessous | ABDELKARIME GUESOUSS | final e
Zeynabou / Wade | ZEINAB WADE | related names
Karima / Lahlou | KARIME LAHLOU | last vowel of a long word
Rachid / Skalli | RACHIDA SKALLI | a last letter cut off, or a sister
Hamza / Hamdaoui | HAMZA HAMRAOUI | one letter of a long family name
Karim / Jelloun | KARIM BENJELLOUN | particle grown into the name
Karim / Alaoui | KARIM ELALAOUI | article grown into the name
Aziz / Kadiri | ABDELAZIZ KADIRI | part of a name of two parts
Mame / Diop | MAME DIARRA DIOP | a leading name alone
Mame Diarra / Diop | MAME DIOP | a leading name alone
Mohamed / Seck | MOHAMED LAMINE SECK | a leading name alone
Jean / Kouassi | JEAN-MARC KOUASSI | a leading name alone
El Hadji / Diouf | EL HADJI OUSSEYNOU DIOUF | a leading name alone
Ndeye Awa / Sarr | MAME AWA SARR | two leading names of one given name
Moulay Ahmed / Alaoui | SIDI AHMED ALAOUI | two titles of one given name
A. / Diop | AWA DIOP | initial for the given name
A. / Diop Ndiaye | AWA DIOP NDIAYE | the same with two family names
A. / Diop | A. MARIE DIOP | an initial alone agrees
Awa / Ndiaye Tendeng Diatta Sambou | NDIAYE TENDENG DIATTA SAMBOU A | cut at 30, one letter left
Mame / Diop Ndiaye | MAME DIARRA DIOP NDIAYE | a leading name alone
Adja / Diop | ADJA MARIEME DIOP | a leading name alone
Baye / Diop | BAYE ASSANE DIOP | a leading name alone
Sokhna / Diop | SOKHNA MAIMOUNA DIOP | a leading name alone
Thierno / Baldé | THIERNO HABIB BALDE | a leading name alone
Mamadou / Baldé | MAMADOU SALIOU BALDE | a leading name alone
Abdou / Baldé | ABDOU SALAM BALDE | a leading name alone
Abd / Tahiri | ABD KARIM TAHIRI | a leading name alone
Sidi / Tahiri | SIDI KARIM TAHIRI | a leading name alone
Lalla / Tahiri | LALLA KHADIJA TAHIRI | a leading name alone
Nana / Asante | NANA AKOSUA ASANTE | a leading name alone
Mohamed / Diop Fall | MOHAMED LAMINE DIOP | each side has one more
Nii / Lamptey | NII AYI LAMPTEY | a leading name alone
Naa / Tetteh | NAA KORKOR TETTEH | a leading name alone
Nene / Tetteh | NENE KWESI TETTEH | a leading name alone
Togbe / Agbeko | TOGBE EDEM AGBEKO | a leading name alone
Owura / Mensah | OWURA KOFI MENSAH | a leading name alone
Hajia / Iddrisu | HAJIA FATI IDDRISU | a leading name alone
Doudou / Diop | MAMADOU DIOP | pet name
Amy / Diop | AMINATA DIOP | pet name
Fati / Diop | FATIMA DIOP | pet name
Oumy / Diop | OUMOU DIOP | pet name
Idy / Diop | IDRISSA DIOP | pet name
Aïsso / Diop | AISSATOU DIOP | pet name
Kobby / Mensah | KWABENA MENSAH | pet name
Kwadzo / Kpodo | KOJO KPODO | Ewe and Akan form of the day's name
Kɔbla / Kpodo | KWABENA KPODO | Ewe and Akan form of the day's name
Adzo / Kpodo | ADWOA KPODO | Ewe and Akan form of the day's name
Ami / Kpodo | AMA KPODO | Ewe and Akan form of the day's name
Fuseini / Alhassan | HUSSEIN ALHASSAN | Dagomba and Arabic form
Imoro / Alhassan | UMAR ALHASSAN | Dagomba and Arabic form
Yinusa / Alhassan | YUNUS ALHASSAN | Dagomba and Arabic form
Bakary / Fall | BABACAR FALL | two forms of Abu Bakr
Birima / Fall | IBRAHIMA FALL | Wolof form
Edem / Ŋutsu | EDEM NUTSU | ng and n
Amadou / Amadou | AMADOU | one name, claimed twice
Kofi Ben / Mensah | BEN / MENSAH | Ben may be a particle in the claim
Karim / Elalaoui | KARIM ALAOUI | article grown into the name
Omar / Benali | OMAR ALI | particle grown into the name
Hamidou / Fall | HAMDIOU FALL | letters swapped
Khadidiatou / Ndiaye | KHADIBIATOV NDIAYE | two letters of a long name
Omar / Ben El Arbi | EL ARBI BEN OMAR | father and son
Awa / Diop | عائشة ديوب SENEGAL | another script and a stray word
محمد / Alaoui | MOHAMED SARR | half in another script
محمد علي / العلوي | محمد حسن العلوي | no rules for this script
J. K. / Mensah | JOSEPH KOFI MENSAH | initials for the given names
Fatou K. / Diop | FATOU BINTOU DIOP | another middle initial
Fatou Bintou / Diop | FATOU SOKHNA DIOP | second given names differ
Aminata Sophie / Ndiaye | AMINATA ROSE NDIAYE | second given names differ
Awa / Diop Ndiaye | AWA DIOP SARR | second family names differ
Awa / Diop | DIOP | the given name was not read
Awa / Diop | / DIOP | the given name was not read
Awa Fatou / Diop | AWA FATOU | the family name was not read
 / Diop Sarr | AWA DIOP | half of what was claimed
Mohamed / | MOHAMED LAMINE DIOP | only a leading name was claimed
Omar / Ben Ali | ALI BEN OMAR | father and son
Ahmed / Ould Salem | SALEM OULD AHMED | father and son
Awa / Diop | عائشة ديوب | another script
محمد / العلوي | MOHAMED ALAOUI | another script
محمد / Alaoui | MOHAMED ALAOUI | half in another script
محمد / العلوي | محمد الفاسي | no rules for this script
Аwa / Diop | AWA DIOP | a Cyrillic letter that looks Latin
ⵎⵓⵃⴰ / ⵓⵃⵎⴰⴷ | MOHA OUHMAD | Tifinagh
Sanae / Tazi | SANAA TAZI | Moroccan ending
Ghizlane / Tazi | RIZLANE TAZI | gh and r
Badr / Tazi | BADER TAZI | a vowel between
Soufiane / Tazi | SOFYAN TAZI | ou and o, y and i
Fouzi / Tazi | FAOUZI TAZI | a vowel gained
Kwame / Boateng | KWAMENA BOATENG | Fante form of the day's name
Kwame / Boateng | KWAMI BOATENG | Ewe form of the day's name
Kwadwo / Boateng | JOJO BOATENG | pet form of the day's name
Lassana / Diarra | LASS DIARRA | clipped
Samuel / Mensah | SAMMY MENSAH | clipped, with an ending
Anthony / Mensah | TONY MENSAH | clipped in front
Yakhya / Diop | YAHYA DIOP | kh and h
Fatawu / Mensah | FATAU MENSAH | a glide written or not
Penda / Diop | PENDA DIPO | neighbouring letters swapped in a short name
Penda / Wade | PENDA VADE | w read as v
Penda / Sow | PENDA SOVV | w read as vv
Penda / Niang | PENDA MIANG | n read as m
Penda / Sall | PENDA SAII | l read as i
Thomas / Partey | THOMAS PARTY | the last vowel
Lee / Addy | LEE ADDEY | the last vowel
`
