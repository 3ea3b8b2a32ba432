"""usage: check_pages.py ATTEND SOURCE. The pages that `attend site` writes: tags are closed, what is linked is there, nothing is
asked of another machine, no script runs, every card is told with its figure and questions, and an answer is folded away."""
import html.parser, os, re, subprocess, sys, tempfile

ATTEND, SOURCE = sys.argv[1:3]
EMPTY = {'meta', 'link', 'img', 'br'}
OPTIONAL = {'li'}  # ends where the next begins
faults = []


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path, self.open, self.ids, self.links, self.sections = path, [], set(), [], 0
        self.folded = self.figures = self.questions = self.stages = 0
        self.policy = ''
        self.feed(open(path, encoding='utf-8').read())
        if self.open:
            self.fault(f'{self.open} stay open')

    def fault(self, text):
        faults.append(f'{self.path}: {text}')

    def handle_starttag(self, tag, given):
        given = dict(given)
        if tag == 'script' or any(name.startswith('on') or name == 'style' for name in given):
            self.fault(f'<{tag} {given}>')
        if tag not in EMPTY | OPTIONAL:
            self.open.append(tag)
        self.ids.add(given.get('id'))
        self.sections += tag == 'section'
        self.figures += tag == 'figure'
        self.questions += given.get('class') == 'question'
        self.folded += given.get('class') == 'answer'
        self.policy += given.get('content', '') if given.get('http-equiv') == 'Content-Security-Policy' else ''
        if tag == 'iframe':
            self.stages += 1
            if self.open[-2:] != ['details', 'iframe'] or given.get('loading') != 'lazy' or not given.get('title') \
                    or '?embed=1#at=lesson=' not in given['src']:
                self.fault(f'{given} is no stage that waits until it is asked for')
        if tag == 'img' and 'alt' not in given:
            self.fault(f'{given} says nothing to those who cannot see it')
        self.links += [(tag, given[name]) for name in ('href', 'src') if name in given]

    def handle_endtag(self, tag):
        if tag in OPTIONAL:
            return
        if not self.open or self.open.pop() != tag:
            self.fault(f'</{tag}> closes another')


def check(page, top):
    if "default-src 'none'" not in page.policy or 'script-src' in page.policy or ('frame-src' in page.policy) != (page.stages > 0):
        page.fault(f'its policy is {page.policy}')
    for tag, link in page.links:
        if re.match('[a-z]+:', link):
            if tag != 'a':
                page.fault(f'{link} is asked of another machine')
            continue
        path, _, place = link.partition('#')
        path = path.removesuffix('?embed=1')
        path = os.path.normpath(os.path.join(os.path.dirname(page.path), path))
        if path == os.path.join(top, 'app', 'index.html'):
            if place and not place.startswith('at=lesson='):
                page.fault(f'{link} is no place')
        elif not os.path.isfile(path):
            page.fault(f'{link} is not there')


def check_elsewhere(top, name):
    """The page that is embedded may be another machine's; without one there is no frame, and none is allowed."""
    for given in (['--app', 'https://a.example:8443/b/'], []):
        subprocess.run([ATTEND, 'site', '5', '-o', top, *given], check=True, stdout=subprocess.DEVNULL)
        page = Page(os.path.join(top, name, 'index.html'))
        frames = [link for tag, link in page.links if tag == 'iframe']
        if given and (not page.policy.endswith('; frame-src https://a.example:8443') or not frames
                      or not all(link.startswith('https://a.example:8443/b/?embed=1#at=lesson=') for link in frames)):
            page.fault(f'{page.policy}, {frames}: embeds another page than {given[1]}')
        if not given and (frames or 'frame-src' in page.policy):
            page.fault('embeds what is not there')


def main():
    with tempfile.TemporaryDirectory() as folder:
        top = os.path.join(folder, 'site')
        subprocess.run([ATTEND, 'site', '-o', top, '--app', 'app/index.html'], check=True, stdout=subprocess.DEVNULL)
        names = sorted(name for name in os.listdir(os.path.join(SOURCE, 'lessons')) if name[0].isdigit())
        for language in ('', 'zh'):
            index = Page(os.path.join(top, language, 'index.html'))
            check(index, top)
            for name in names:
                if not any(link.startswith(name + '/') for _, link in index.links):
                    faults.append(f'{index.path}: {name} is not listed')
                page = Page(os.path.join(top, language, name, 'index.html'))
                check(page, top)
                text = open(os.path.join(SOURCE, 'lessons', name, 'lesson.md'), encoding='utf-8').read()
                outside = re.sub('^```.*?^```', '', text, flags=re.M | re.S)
                cards = len(re.findall('^# ', outside, re.M))
                questions = len(re.findall('^```quiz', text, re.M))
                if (page.sections, page.figures, page.questions) != (cards, cards, questions):
                    page.fault(f'{page.sections} cards, {page.figures} figures, {page.questions} questions; '
                               f'expected {cards}, {cards}, {questions}')
                if page.stages != cards:
                    page.fault(f'{page.stages} stages; expected {cards}')
                if questions and not page.folded:
                    page.fault('no answer is folded away')
        check_elsewhere(os.path.join(folder, 'elsewhere'), names[4])
        again = os.path.join(folder, 'again')
        subprocess.run([ATTEND, 'site', '5', '-o', again, '--app', 'app/index.html'], check=True, stdout=subprocess.DEVNULL)
        for file in os.listdir(os.path.join(again, names[4])):
            pair = [open(os.path.join(where, names[4], file), 'rb').read() for where in (top, again)]
            if pair[0] != pair[1] and file != 'index.html':  # which leads to other lessons
                faults.append(f'{file}: two runs write different bytes')
    print('\n'.join(faults) or 'every page is whole')
    return 1 if faults else 0


sys.exit(main())
