-- Functions of patients. Applied by a start where this file changed.

CREATE OR REPLACE FUNCTION public.any_case(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT pg_catalog.translate(words, 'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǄǅǇǈǊǋǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǲǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮἈἉἊἋἌἍἎἏἘἙἚἛἜἝἨἩἪἫἬἭἮἯἸἹἺἻἼἽἾἿὈὉὊὋὌὍὙὛὝὟὨὩὪὫὬὭὮὯᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾸᾹᾺΆᾼῈΈῊΉῌῘῙῚΊῨῩῪΎῬῸΌῺΏῼς', 'abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǆǆǉǉǌǌǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǳǳǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯἀἁἂἃἄἅἆἇἐἑἒἓἔἕἠἡἢἣἤἥἦἧἰἱἲἳἴἵἶἷὀὁὂὃὄὅὑὓὕὗὠὡὢὣὤὥὦὧᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾰᾱὰάᾳὲέὴήῃῐῑὶίῠῡὺύῥὸόὼώῳσ')
$function$;

CREATE OR REPLACE FUNCTION public.is_number_of_another(numbers bytea[], patient uuid, exam uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT EXISTS (
    SELECT 1 FROM unnest(numbers) AS asked (number) WHERE (
      SELECT array_agg(known.patient_id = patient) FROM (
        SELECT DISTINCT s.patient_id FROM public.studies s JOIN public.exams e ON e.id = s.exam_id
        WHERE s.patient_number_index = asked.number AND s.exam_id IS DISTINCT FROM exam
          AND s.center_id = coalesce(public.scope_center(),
            (SELECT own.center_id FROM public.exams own WHERE own.id = public.scope_exam()))
          AND e.status IN ('processing', 'completed') AND e.status_reason IS NULL
        LIMIT 2) AS known) = ARRAY[false])
$function$;
ALTER FUNCTION public.is_number_of_another(bytea[],uuid,uuid) OWNER TO medcloud_search;

-- The condition that a name key p.name_key matches one LIKE pattern of every word. Without an escape character: a pattern
-- that ends in one raises an error in some rows only, which tells of rows that the caller may not see.
CREATE OR REPLACE FUNCTION public.name_condition(words jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(string_agg('(' || patterns || ')', ' AND '), 'true') FROM (
    SELECT (SELECT string_agg(format('p.name_key LIKE %L ESCAPE %L', pattern, ''), ' OR ') FROM jsonb_array_elements_text(word) AS pattern) AS patterns
    FROM jsonb_array_elements(words) AS word) AS each
$function$;

CREATE OR REPLACE FUNCTION public.search_patients(center uuid, words jsonb, after_at timestamp with time zone, after_id uuid, newest_first boolean, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  IF center IS DISTINCT FROM scope_center() THEN RETURN; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.id FROM patients p WHERE p.center_id = $1 AND %s AND ($2::timestamptz IS NULL OR (p.created_at, p.id) %s ($2, $3)) ORDER BY p.created_at %s, p.id %s LIMIT $4',
    name_condition(words), CASE WHEN newest_first THEN '<' ELSE '>' END,
    CASE WHEN newest_first THEN 'DESC' ELSE 'ASC' END, CASE WHEN newest_first THEN 'DESC' ELSE 'ASC' END)
  USING center, after_at, after_id, most;
END $function$;
ALTER FUNCTION public.search_patients(uuid,jsonb,timestamp with time zone,uuid,boolean,integer) OWNER TO medcloud_search;

CREATE OR REPLACE FUNCTION public.patients_of_phone(phone bytea)
 RETURNS TABLE(id uuid, center_id uuid, patient_id text, language text, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  SELECT p.id, p.center_id, p.patient_id, p.language, p.created_at FROM public.patients p
  WHERE p.phone_index = phone AND phone = public.scope_given('n') AND public.scope_doctor() IS NOT NULL AND public.scope_system() = 'matching'
$function$;
ALTER FUNCTION public.patients_of_phone(bytea) OWNER TO medcloud_search;
