// Spellings of one person's name, both as published: squad lists of FIFA and CAF, results of the Olympic
// Games and World Athletics, the French, English, Spanish, Dutch and German Wikipedia, lists of the
// government and parliament, and the press of Morocco. One line a pair: given / family | given / family.

export const morocco = `
Yassine / Bounou | Yasin / Bono
Achraf / Hakimi | Ashraf / Hakimi
Noussair / Mazraoui | Nusair / Mazrawi
Nayef / Aguerd | Naif / Aguerd
Romain / Saïss | Romain Ghanem / Saiss
Jawad / El Yamiq | Jaouad / El Yamiq
Yahia / Attiyat Allah | Yahya / Attiat-Allah
Badr / Benoun | Badr / Banoun
Sofyan / Amrabat | Soufiane / Amrabat
Azzedine / Ounahi | Azz-Eddine / Ounahi
Selim / Amallah | Salim / Amallah
Abdelhamid / Sabiri | Abdel Hamid / Sabiri
Hakim / Ziyech | Hakim / Ziyach
Sofiane / Boufal | Soufiane / Boufal
Youssef / En-Nesyri | Yusuf / Ennesyri
Zakaria / Aboukhlal | Zakariya / Aboukhlal
Abderrazak / Hamdallah | Abderrazzaq / Hamed-Allah
Abdessamad / Ezzalzouli | Abde / Ez Zalzouli
Walid / Cheddira | Waleed / Shedira
Ilias / Chair | Ilyas / Chaïr
Anass / Zaroury | Anas / Zaroury
Bilal / El Khannouss | Bilal / El Khannous
Ahmed Reda / Tagnaouti | Ahmed Rida / Tagnaouti
Munir / Mohamedi | Mounir / El Kajoui Mohamedi
Walid / Regragui | Oualid / Regragui
Mehdi / Benatia | Medhi / Benatia
Karim / El Ahmadi | Karim / El-Ahmadi
Mbark / Boussoufa | Mbarek / Boussoufa
Younès / Belhanda | Younes / Belhenda
Nordin / Amrabat | Noureddine / Amrabat
Faycal / Fajr | Fayçal / Fadjr
Khalid / Boutaïb | Khaled / Boutaib
Ayoub / El Kaabi | Ayoub / Al Kaabi
Aziz / Bouhaddouz | Aziz / Bouhadouz
Hamza / Mendyl | Hamza / Mandil
Manuel / da Costa | Manuel / Dacosta
Marouane / Chamakh | Marwan / Chamakh
Adel / Taarabt | Adil / Taarabt
Houssine / Kharja | Hussein / Kharja
Youssouf / Hadji | Youssef / Hadji
Mustapha / Hadji | Moustafa / Haji
Nourredine / Naybet | Noureddine / Naybet
Abdeslam / Ouaddou | Abdessalam / Ouaddou
Talal / El Karkouri | Talal / El Qarqouri
Jaouad / Zaïri | Jawad / Zairi
Badou / Zaki | Baddou / Zaki
Mohamed / Timoumi | Mohammed / Timoumi
Aziz / Bouderbala | Abdelaziz / Bouderbala
Salaheddine / Bassir | Salah Eddine / Basir
Abdeljalil / Hadda | Abdeldjalil / Hadda
Tahar / El Khalej | Tahar / Lakhlej
Smahi / Triki | Smaïl / Triki
Youssef / Chippo | Youssef / Shippo
Gharib / Amzine | Garib / Amzine
Rachid / Azzouzi | Rachid / El Azzouzi
Ahmed / Faras | Ahmad / Faras
Larbi / Benbarek | Larbi / Ben Barek
Just / Fontaine | Juste / Fontaine
Hicham / El Guerrouj | Hisham / El Gerrouj
Saïd / Aouita | Said / Aweeta
Nawal / El Moutawakel | Nawal / El Moutawakil
Nezha / Bidouane | Nouzha / Bidouane
Hasna / Benhassi | Hasnaa / Benhassi
Jaouad / Gharib | Jawad / Gharib
Khalid / Skah | Khaled / Skah
Brahim / Boutayeb | Brahim / Boutaib
Abdelkader / El Mouaziz | Abdelkhader / El Mouaziz
Salah / Hissou | Saleh / Hissou
Soufiane / El Bakkali | Sofiane / El Bakkali
Abdelaati / Iguider | Abdalaati / Iguider
Adil / Kaouch | Adil / El Kaouch
Amine / Laâlou | Amine / Laalou
Brahim / Lahlafi | Ibrahim / Lahlafi
Rababe / Arafi | Rabab / Arafi
Siham / Hilali | Sihame / Hilali
Malika / Akkaoui | Malika / Aqqaoui
Hassan / Lahssini | Hassan / Lahcini
Younes / El Aynaoui | Younès / El Ainaoui
Hicham / Arazi | Hisham / Arazi
Karim / Alami | Karim / El Alami
Mohammed / Achik | Mohamed / Achiq
Abdelhak / Achik | Abdelhaq / Achik
Mohammed / Rabii | Mohamed / Rabie
Khadija / Mardi | Khadija / El Mardi
Badr / Hari | Bader / Hari
Abdelilah / Benkirane | Abdelillah / Benkiran
Saâdeddine / El Othmani | Saad Dine / El Otmani
Aziz / Akhannouch | Aziz / Akhenouch
Driss / Jettou | Idriss / Jettou
Abbas / El Fassi | Abbas / Fassi
Abderrahmane / Youssoufi | Abderrahman / El Youssoufi
Abdellatif / Filali | Abdellatif / El Filali
Mohammed Karim / Lamrani | Mohamed Karim / Lamrani
Azzeddine / Laraki | Ezzedine / Laraki
Maati / Bouabid | Maâti / Bouabid
Ahmed / Osman | Ahmed / Othman
Driss / Basri | Idris / Basri
Nasser / Bourita | Nacer / Bourita
Salaheddine / Mezouar | Salah Eddine / Mezouar
Taïeb / Fassi Fihri | Tayeb / Fassi-Fihri
Mohamed / Benaïssa | Mohammed / Ben Aissa
Abdelouafi / Laftit | Abdelouafi / Laftite
Mohamed / Hassad | Mohammed / Hassad
Mohand / Laenser | Mohand / Laanser
Moulay Hafid / Elalamy | Moulay Hafid / El Alamy
Ahmed / Toufiq | Ahmed / Taoufik
Fouzi / Lekjaa | Faouzi / Lekjaa
Nadia / Fettah Alaoui | Nadia / Fettah
Ryad / Mezzour | Riad / Mezzour
Chakib / Benmoussa | Chakib / Ben Moussa
Fatima Zahra / Mansouri | Fatima-Zohra / Mansouri
Fatima Ezzahra / Mansouri | Fatima Zahra / El Mansouri
Abdellatif / Ouahbi | Abdelatif / Wahbi
Nizar / Baraka | Nezar / Baraka
Ahmed Réda / Chami | Ahmed Reda / Chami
Ilyas / El Omari | Ilias / El Omari
Driss / Lachgar | Idriss / Lashgar
Nabil / Benabdellah | Nabil / Ben Abdallah
Hamid / Chabat | Hamid / Shabat
Mehdi / Ben Barka | El Mehdi / Benbarka
Allal / El Fassi | Allal / Al-Fassi
Ahmed / Balafrej | Ahmed / Balafrij
M'hamed / Boucetta | Mhamed / Bousetta
Abderrahim / Bouabid | Abderahim / Bouabid
Mohamed / Choukri | Mohammed / Shukri
Tahar / Ben Jelloun | Taher / Benjelloun
Driss / Chraïbi | Driss / Shraibi
Abdellatif / Laâbi | Abdellatif / Laabi
Leïla / Slimani | Layla / Slimani
Fatima / Mernissi | Fatema / Mernissi
Mohammed / Khaïr-Eddine | Mohamed / Khair Eddine
Abdelkébir / Khatibi | Abdelkebir / Al Khatibi
Leila / Abouzeid | Layla / Abu Zayd
Laila / Lalami | Leila / Lalami
Asmae / Lamrabet | Asma / Lamrabet
Sanaa / Hamri | Sanae / Hamri
Nabyl / Ayouch | Nabil / Ayouch
Faouzi / Bensaïdi | Fawzi / Bensaidi
Saâd / Lamjarred | Saad / Lamjarrad
Douzi / Abdelhafid | Abdelhafid / Douzi
Jamel / Debbouze | Jamal / Debbouze
Gad / Elmaleh | Gad / El Maleh
Samira / Saïd | Samira / Bensaid
Ghita / Bennis | Rita / Bennis
Ghizlane / Chebbak | Rizlane / Chebbak
Fatima / Tagnaout | Fatima / Tagnawt
Hanane / Aït El Haj | Hanane / Ait Elhaj
Khadija / Er-Rmichi | Khadija / Errmichi
Nouhaila / Benzina | Nohaila / Benzina
Zineb / Redouani | Zaineb / Radouani
Ibtissam / Jraïdi | Ibtissam / Jraidi
Yasmin / Mrabet | Yasmine / Katie Mrabet
Sakina / Ouzraoui | Sakina / Ouzraoui Diki
Élodie / Nakkach | Elodie / Nakash
Sofia / Bouftini | Soufia / Bouftini
Rosella / Ayane | Rosella / Ayan
Oussama / Idrissi | Oussama / El Idrissi
Oussama / Tannane | Osama / Tannane
Nabil / Dirar | Nabil / Derar
Achraf / Dari | Achraf / Daari
Ismael / Saibari | Ismail / Saibari
Eliesse / Ben Seghir | Eliesse / Benseghir
Amine / Adli | Amin / Adli
Amir / Richardson | Ameer / Richardson
Chadi / Riad | Shadi / Riad
Yunis / Abdelhamid | Younes / Abdelhamid
Soufiane / Rahimi | Sofiane / Rahimi
Yahya / Jabrane | Yahia / Jabran
Monir / El Haddadi | Munir / El Haddadi
Tarik / Tissoudali | Tariq / Tissoudali
Ryan / Mmaee | Rayan / M'Maee
`
