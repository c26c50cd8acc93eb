// Two persons each, picked because they are hard to tell apart: brothers, namesakes, people who share a family
// name, and names a letter or two apart. One line a pair: given / family | given / family.

export const alike = `
Kolo / Touré | Yaya / Touré
Ibrahim / Touré | Yaya / Touré
André / Ayew | Jordan / Ayew
Abedi / Ayew | Kwame / Ayew
Ibrahim / Ayew | Rahim / Ayew
Youssouf / Hadji | Mustapha / Hadji
Sofyan / Amrabat | Nordin / Amrabat
Mohammed / Achik | Abdelhak / Achik
Bonaventure / Kalou | Salomon / Kalou
Kévin / Boateng | Jérôme / Boateng
Lamine / Sané | Salif / Sané
Jacques / Faty | Ricardo / Faty
Papa Bouba / Diop | Pape Alioune / Diop
Pape Kouly / Diop | Pape Cheikh / Diop
Pape Matar / Sarr | Ismaïla / Sarr
Pape Gueye / Diop | Pape Cissé / Diop
Pape / Sarr | Bouna / Sarr
Moussa / Ndiaye | Moussa / Niane
Moussa / Ndiaye | Badara / Ndiaye
Sylvain / Ndiaye | Alfred / Ndiaye
Iliman / Ndiaye | Amath / Ndiaye
Amath / Ndiaye | Amadou / Ndiaye
Cherif / Ndiaye | Khadim / Ndiaye
Cheikh / Ndoye | Dame / Ndoye
Cheikh / Ndoye | Ousmane / Ndoye
Dame / Ndoye | Dame / Diouf
Mame Biram / Diouf | El Hadji / Diouf
Abdou / Diouf | Abdou / Diop
Abdoulaye / Wade | Karim / Wade
Abdoulaye / Wade | Abdoulaye / Wane
Abdoulaye / Faye | Abdoulaye / Ba
Macky / Sall | Khalifa / Sall
Macky / Sall | Aliou / Sall
Aliou / Sall | Aliou / Cissé
Macky / Sall | Marième / Faye Sall
Oumar / Sarr | Omar / Sène
Moustapha / Niasse | Oumar / Niasse
Idrissa / Seck | Idrissa / Gueye
Lamine / Guèye | Lamine / Gassama
Mamadou / Dia | Mamadou / Diop
Mamadou / Dia | Boulaye / Dia
Amadou / Ba | Mamadou / Ba
Amadou / Diallo | Mamadou / Diallo
Amadou / Sow | Mamadou / Sow
Amadou / Onana | Amadou / Haidara
Mamadou / Diallo | Mouctar / Diallo
Mamadou / Sakho | Diafra / Sakho
Demba / Ba | Abdoulaye / Ba
Awa / Guèye | Hawa / Cissé
Awa / Ndiaye | Aya / Ndiaye
Aminata / Touré | Amina / Traoré
Aminata / Diallo | Amina / Diallo
Aminata / Sow | Aminata / Sy
Fatou / Diome | Fatou / Dione
Fatou / Diop | Fatim / Diop
Fatou / Coulibaly | Fanta / Coulibaly
Fanta / Keïta | Fatou / Keïta
Khady / Diop | Khadim / Diop
Khadim / Faye | Khady / Faye
Assane / Ndiaye | Alassane / Ndiaye
Ousseynou / Ndiaye | Assane / Ndiaye
Ousmane / Dabo | Ousmane / Dembélé
Ousmane / Sonko | Ibrahima / Sonko
Ousmane / Ndoye | Ousmane / Ndao
Moussa / Konaté | Moussa / Koné
Bakary / Koné | Arouna / Koné
Arouna / Koné | Mohamed / Koné
Bakary / Koné | Bakary / Sako
Karim / Konaté | Ibrahima / Konaté
Moussa / Traoré | Moussa / Touré
Adama / Traoré | Hamari / Traoré
Adama / Traoré | Aminata / Traoré
Lacina / Traoré | Ismaël / Traoré
Abdoulaye / Traoré | Abdoulaye / Touré
Abdoul / Touré | Abdou / Traoré
Seydou / Doumbia | Tongo / Doumbia
Seydou / Koné | Seydou / Keïta
Seydou / Diarra | Seydou / Doumbia
Youssouf / Fofana | Yahia / Fofana
Seko / Fofana | Wesley / Fofana
Wesley / Fofana | David / Fofana
Ibrahim / Sangaré | Badra / Sangaré
Souleymane / Bamba | Jonathan / Bamba
Souleymane / Diawara | Souleymane / Camara
Henri / Camara | Lamine / Camara
Mohamed / Camara | Mohamed / Diarra
Lassana / Diarra | Mahamadou / Diarra
Lassina / Diabaté | Lassana / Diabaté
Gervais / Kouassi | Blaise / Kouassi
Gervais / Kouassi | Gervais / N'Guessan
Ghislain / Konan | Didier / Konan
Venance / Konan | Venance / Koné
Christian / Kouamé | Christian / Kouassi
Christian / Kouamé | Christian / Kouakou
Henri / Bédié | Henri / Konan
Alassane / Ouattara | Ahmed / Ouattara
Dominique / Ouattara | Alassane / Ouattara
Laurent / Gbagbo | Simone / Gbagbo
Laurent / Gbagbo | Michel / Gbagbo
Hamed / Bakayoko | Ibrahima / Bakayoko
Tiémoué / Bakayoko | Ibrahima / Bakayoko
Wilfried / Bony | Wilfried / Zaha
Wilfried / Kanon | Wilfried / Singo
Serge / Aurier | Christopher / Aurier
Arthur / Cissé | Sékou / Cissé
Karim / Alami | Karim / Alaoui
Mohamed / Alami | Mohamed / Alaoui
Nadia / Alaoui | Nadia / Alami
Rachid / Alaoui | Rachida / Alaoui
Karim / El Ahmadi | Karim / El Hamdi
Karim / El Ahmadi | Karim / Ahamada
Amine / Laâlou | Amine / Adli
Amine / Harit | Amine / Adli
Mohamed / Benaïssa | Mohamed / Benali
Mohamed / Hassad | Mohamed / Hassan
Mohamed / Hassad | Mohamed / Hajoui
Mohamed / Choukri | Mohamed / Chouki
Driss / Jettou | Driss / Lachgar
Driss / Basri | Driss / Chraïbi
Abbas / El Fassi | Allal / El Fassi
Abbas / El Fassi | Malika / El Fassi
Abdellatif / Filali | Abdellatif / Jouahri
Abdelilah / Benkirane | Abdelilah / Hifdi
Abdelkader / El Mouaziz | Abdelkader / El Brazi
Abdelhamid / Sabiri | Abdelhak / Sabiri
Abdeslam / Ouaddou | Abdeslam / Yassine
Nadia / Yassine | Abdeslam / Yassine
Hicham / El Guerrouj | Hicham / Arazi
Hicham / Mastour | Hachim / Mastour
Khalid / Skah | Khalid / Boulami
Khalid / Boulami | Brahim / Boulami
Brahim / Boutayeb | Hammou / Boutayeb
Khalid / Boutaïb | Khalid / Boulahrouz
Youssef / Chippo | Youssef / Rossi
Youssef / Amrani | Youssef / Imrani
Yassine / Bounou | Yassine / Benzia
Walid / Cheddira | Walid / Regragui
Walid / Azaro | Walid / El Karti
Nabil / Dirar | Nabil / Fekir
Samir / Nasri | Samira / Nasri
Salim / Bennani | Salma / Bennani
Said / Bennani | Saida / Bennani
Fatima / Mernissi | Fatima / Tabaamrant
Fatiha / Mernissi | Fatima / Mernissi
Mehdi / Benatia | Mehdi / Bennani
Mehdi / Carcela | Mehdi / Namli
Badr / Hari | Badr / Benoun
Jaouad / Gharib | Jaouad / Zaïri
Hakim / Ziyech | Hakim / Zyani
Fatima Zahra / Mansouri | Fatima Zahra / Lahrech
Mohammed / Rabii | Mohammed / Rahimi
Moulay Hicham / Alaoui | Moulay Rachid / Alaoui
Kwame / Nkrumah | Samia / Nkrumah
Kwame / Nkrumah | Sekou / Nkrumah
Kwame / Appiah | Stephen / Appiah
Kwame / Appiah | Kwesi / Appiah
Kofi / Annan | Anthony / Annan
Kofi / Annan | Kojo / Annan
Kofi / Busia | Abena / Busia
John / Mensah | Jonathan / Mensah
John / Mensah | Bernard / Mensah
Gideon / Mensah | Evans / Mensah
John / Mahama | Ibrahim / Mahama
John / Mills | John / Mahama
John / Kufuor | John / Paintsil
Samuel / Kuffour | Samuel / Inkoom
Joe / Addo | Eric / Addo
Otto / Addo | Eric / Addo
Edward / Akufo-Addo | Nana / Akufo-Addo
Fred / Akuffo | Frederick / Ankrah
Kwadwo / Asamoah | Nana / Asamoah
Asamoah / Gyan | Baffour / Gyan
Kwadwo / Asamoah | Kwadwo / Poku
Kwame / Poku | Kwadwo / Poku
Kwame / Boateng | Kwaku / Boateng
Kwaku / Asare | Kwasi / Asare
Abena / Busia | Akosua / Busia
Ama / Busia | Abena / Busia
Akua / Asante | Ama / Asante
Mohammed / Rabiu | Mohammed / Kudus
Mohammed / Salisu | Mohammed / Polo
Haruna / Iddrisu | Baba / Iddrisu
Abdul / Mumuni | Abdul / Muntari
Sulley / Muntari | Muniru / Sulley
Derek / Boateng | Emmanuel / Boateng
Frank / Boateng | Frank / Acheampong
Frank / Acheampong | Ignatius / Acheampong
Tariq / Lamptey | Nii / Lamptey
Michael / Essien | Michael / Baidoo
Ayi Kwei / Armah | Ayi / Kusi
Joseph / Aidoo | Joseph / Attamah
Joseph / Danquah | Meba / Danquah
Lawrence / Adjei | Sammy / Adjei
Daniel / Amartey | Daniel / Afriyie
Daniel / Opare | Daniel / Ofori
Emmanuel / Asare | Samuel / Asare
Hanna / Tetteh | Elizabeth / Tetteh
`
