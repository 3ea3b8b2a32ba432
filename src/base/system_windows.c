/* Windows: names are UTF-16 inside, and what POSIX calls a descriptor is the C library's for a handle. */
#include "base/system.h"

#define WIN32_LEAN_AND_MEAN
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <wchar.h>
#include <windows.h>

#include <shellapi.h>

typedef struct Wide {
    wchar_t text[SYSTEM_NAME_SIZE];
} Wide;

/* "" for what is no UTF-8 or too long: no file has that name. */
static const wchar_t *widen(const char *text, Wide *out)
{
    if (!MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, out->text, SYSTEM_NAME_SIZE))
        out->text[0] = L'\0';
    return out->text;
}

/* free() it. */
static char *narrow(const wchar_t *text)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *out = heap_alloc((size_t)size + 1, 1);
    WideCharToMultiByte(CP_UTF8, 0, text, -1, out, size, NULL, NULL);
    return out;
}

char *system_path(char *path)
{
    for (char *at = path; (at = strchr(at, '\\'));)
        *at = '/';
    return path;
}

/* Says by errno what the system's last error was. */
static bool failed(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
    case ERROR_INVALID_DRIVE:
        errno = ENOENT;
        break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        errno = EEXIST;
        break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        errno = ENOSPC;
        break;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_COMMITMENT_LIMIT:
        errno = ENOMEM;
        break;
    case ERROR_DIR_NOT_EMPTY:
        errno = ENOTEMPTY;
        break;
    case ERROR_DIRECTORY:
        errno = ENOTDIR;
        break;
    case ERROR_NOT_SUPPORTED:
    case ERROR_INVALID_FUNCTION:
        errno = ENOSYS;
        break;
    case ERROR_LOCK_VIOLATION:
        errno = EAGAIN;
        break;
    default:
        errno = EACCES;
    }
    return false;
}

/* ---- at the start ---- */

/* "C:\\a\\b.tsv" and "--output=a\\b.pdf" are names of files when their folder is there: other arguments are words. */
static char *argument(const wchar_t *given)
{
    wchar_t folder[SYSTEM_NAME_SIZE];
    const wchar_t *equals = given[0] == L'-' ? wcschr(given, L'=') : NULL, *path = equals ? equals + 1 : given,
                  *end = wcsrchr(path, L'\\');
    char *text = narrow(given);
    if (!end || end - path >= SYSTEM_NAME_SIZE)
        return text;
    size_t length = (size_t)(end + 1 - path);
    wmemcpy(folder, path, length);
    folder[length] = L'\0';
    DWORD is = GetFileAttributesW(folder);
    return is != INVALID_FILE_ATTRIBUTES && (is & FILE_ATTRIBUTE_DIRECTORY) ? system_path(text) : text;
}

char **system_begin(int *count, char **arguments)
{
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), count);
    DWORD owner;
    (void)arguments;
    char **out = heap_alloc((size_t)*count + 1, sizeof *out);
    for (int i = 0; i < *count; i++)
        out[i] = argument(wide[i]);
    LocalFree(wide);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        _setmode(fd, _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    if (*count == 1 && GetConsoleProcessList(&owner, 1) == 1) /* made for us alone: the program was clicked on */
        FreeConsole();
    return out;
}

/* ---- files ---- */

/* Others may rename, remove and read the file meanwhile, as elsewhere. */
int system_open(const char *path, OpenMode mode)
{
    static const struct {
        DWORD access, how;
        int flags;
    } ways[] = {
        [OPEN_READ] = {GENERIC_READ, OPEN_EXISTING, _O_RDONLY},
        [OPEN_READ_NOW] = {GENERIC_READ, OPEN_EXISTING, _O_RDONLY},
        [OPEN_NEW] = {GENERIC_READ | GENERIC_WRITE, CREATE_NEW, _O_RDWR},
        [OPEN_OLD] = {GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING, _O_RDWR},
        [OPEN_ADD] = {GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, _O_RDWR | _O_APPEND},
        [OPEN_IN_PLACE] = {GENERIC_WRITE, OPEN_EXISTING, _O_WRONLY},
    };
    Wide wide;
    HANDLE handle = CreateFileW(
        widen(path, &wide), ways[mode].access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
        ways[mode].how, FILE_FLAG_BACKUP_SEMANTICS | (mode == OPEN_OLD ? FILE_FLAG_OPEN_REPARSE_POINT : 0), NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return failed() - 1;
    int fd = _open_osfhandle((intptr_t)handle, ways[mode].flags | _O_BINARY | _O_NOINHERIT);
    if (fd < 0)
        CloseHandle(handle);
    return fd;
}

int system_open_output(void)
{
    int fd = _dup(STDOUT_FILENO);
    if (fd >= 0)
        _setmode(fd, _O_BINARY);
    return fd;
}

static bool describe(HANDLE handle, FileAbout *out)
{
    BY_HANDLE_FILE_INFORMATION about;
    DWORD type = GetFileType(handle);
    *out = (FileAbout){.mine = true, .named = true, .mode = 0666};
    out->kind = type == FILE_TYPE_PIPE ? ABOUT_PIPE : ABOUT_DEVICE;
    if (type != FILE_TYPE_DISK || !GetFileInformationByHandle(handle, &about))
        return type != FILE_TYPE_UNKNOWN || failed();
    bool folder = about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    long long ticks = (long long)about.ftLastWriteTime.dwHighDateTime << 32 | about.ftLastWriteTime.dwLowDateTime;
    out->kind = folder ? ABOUT_FOLDER : ABOUT_REGULAR;
    out->mode = !folder && (about.dwFileAttributes & FILE_ATTRIBUTE_READONLY) ? 0444 : 0666;
    out->size = (long long)about.nFileSizeHigh << 32 | about.nFileSizeLow;
    out->seconds = ticks / 10000000, out->nanoseconds = ticks % 10000000 * 100;
    out->device = about.dwVolumeSerialNumber;
    out->node = (unsigned long long)about.nFileIndexHigh << 32 | about.nFileIndexLow;
    return true;
}

static HANDLE look_at(const char *path)
{
    Wide wide;
    return CreateFileW(widen(path, &wide), FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                       NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

bool system_about(const char *path, FileAbout *out)
{
    HANDLE handle = look_at(path);
    if (handle == INVALID_HANDLE_VALUE)
        return failed();
    bool ok = describe(handle, out);
    CloseHandle(handle);
    return ok;
}

bool system_about_open(int fd, FileAbout *out)
{
    return describe((HANDLE)_get_osfhandle(fd), out);
}

bool system_may_write(const char *path)
{
    FileAbout about;
    return system_about(path, &about) && (about.mode & 0222);
}

/* Behind all bytes that a file has: others may read and write those. */
bool system_lock(int fd, bool wait)
{
    OVERLAPPED place = {.OffsetHigh = 0x7FFFFFFF};
    return LockFileEx((HANDLE)_get_osfhandle(fd), LOCKFILE_EXCLUSIVE_LOCK | (wait ? 0 : LOCKFILE_FAIL_IMMEDIATELY), 0,
                      1, 0, &place)
           || failed();
}

/* A file beside it, which nobody else can open while it is held and which goes with it. */
int system_hold(const char *file)
{
    char name[SYSTEM_NAME_SIZE];
    snprintf(name, sizeof name, "%s.lock", file);
    Wide wide;
    HANDLE handle =
        CreateFileW(widen(name, &wide), GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, FILE_FLAG_DELETE_ON_CLOSE, NULL);
    if (handle != INVALID_HANDLE_VALUE)
        return _open_osfhandle((intptr_t)handle, _O_WRONLY | _O_NOINHERIT);
    failed();
    if (GetLastError() == ERROR_SHARING_VIOLATION
        || GetLastError() == ERROR_ACCESS_DENIED) /* denied: it is just going */
        errno = EWOULDBLOCK;
    return -1;
}

bool system_set_mode(const char *path, unsigned mode)
{
    (void)path, (void)mode; /* a folder's permissions are those of the one above it */
    return true;
}

bool system_flush(int fd)
{
    return FlushFileBuffers((HANDLE)_get_osfhandle(fd)) || failed();
}

bool system_flush_folder(const char *file)
{
    (void)file; /* its names are on the disk when a rename is */
    return true;
}

bool system_map(int fd, size_t size, void **out)
{
    HANDLE mapping = CreateFileMappingW((HANDLE)_get_osfhandle(fd), NULL, PAGE_READONLY, 0, 0, NULL);
    *out = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size) : NULL;
    bool ok = *out || failed();
    if (mapping)
        CloseHandle(mapping);
    return ok;
}

void system_unmap(void *bytes, size_t size)
{
    (void)size;
    UnmapViewOfFile(bytes);
}

void system_forget(void *bytes, size_t size)
{
    VirtualUnlock(bytes, size); /* what is not locked leaves the program's memory */
}

bool system_rename(const char *from, const char *to)
{
    Wide wide, other;
    return MoveFileExW(widen(from, &wide), widen(to, &other), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)
           || failed();
}

bool system_link(const char *from, const char *to)
{
    Wide wide, other;
    return CreateHardLinkW(widen(to, &other), widen(from, &wide), NULL) || failed();
}

bool system_remove(const char *path)
{
    Wide wide;
    return DeleteFileW(widen(path, &wide)) || failed();
}

bool system_make_folder(const char *path, unsigned mode)
{
    Wide wide;
    (void)mode;
    return CreateDirectoryW(widen(path, &wide), NULL) || failed();
}

bool system_make_own_folder(char *path)
{
    char *letters = path + strlen(path) - 6;
    for (unsigned tries = 0, seed = GetTickCount() ^ GetCurrentProcessId() << 8; tries < 100; tries++) {
        for (int i = 0; i < 6; i++) {
            seed = seed * 1664525 + 1013904223;
            letters[i] = (char)('a' + (seed >> 16) % 26);
        }
        bool ok = system_make_folder(path, 0700);
        if (ok || errno != EEXIST)
            return ok;
    }
    return false;
}

bool system_remove_folder(const char *path)
{
    Wide wide;
    return RemoveDirectoryW(widen(path, &wide)) || failed();
}

char *system_whole_path(const char *path)
{
    wchar_t whole[SYSTEM_NAME_SIZE];
    HANDLE handle = look_at(path);
    DWORD length = handle == INVALID_HANDLE_VALUE ? 0 : GetFinalPathNameByHandleW(handle, whole, SYSTEM_NAME_SIZE, 0);
    bool ok = (length > 0 && length < SYSTEM_NAME_SIZE) || failed();
    if (handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
    if (!ok)
        return NULL;
    bool net = wcsncmp(whole, L"\\\\?\\UNC\\", 8) == 0; /* "\\?\UNC\host\share" is \\host\share, "\\?\C:\a" is C:\a */
    if (net)
        whole[6] = L'\\';
    return system_path(narrow(whole + (net ? 6 : wcsncmp(whole, L"\\\\?\\", 4) == 0 ? 4 : 0)));
}

/* All links at once. */
ssize_t system_read_link(const char *path, char *out, size_t size)
{
    Wide wide;
    DWORD is = GetFileAttributesW(widen(path, &wide));
    bool link = is != INVALID_FILE_ATTRIBUTES && (is & FILE_ATTRIBUTE_REPARSE_POINT);
    char *whole = link ? system_whole_path(path) : NULL;
    size_t length = whole && strcmp(whole, path) != 0 ? strlen(whole) : 0; /* some are none: files of a cloud */
    bool fits = length > 0 && length <= size;
    if (fits)
        memcpy(out, whole, length);
    free(whole);
    return fits ? (ssize_t)length : failed() - 1;
}

bool system_is_whole(const char *path)
{
    return path[0] == '/' || (path[0] && path[1] == ':' && path[2] == '/');
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int system_folder(const char *path, Arena *arena, char ***out)
{
    Wide wide;
    WIN32_FIND_DATAW item;
    HANDLE folder = FindFirstFileW(widen(arena_printf(arena, "%s/*", path), &wide), &item);
    int count = 0;
    *out = NULL;
    if (folder == INVALID_HANDLE_VALUE)
        return failed() - 1;
    do {
        char *name = narrow(item.cFileName);
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            *out = arena_room(arena, *out, count, sizeof **out);
            (*out)[count++] = arena_string(arena, name);
        }
        free(name);
    } while (FindNextFileW(folder, &item));
    FindClose(folder);
    if (count > 0)
        qsort(*out, (size_t)count, sizeof **out, by_bytes);
    return count;
}

/* ---- the person, the machine ---- */

/* Kept for ever, each once: what was given out stays what it is. */
static const char *kept(char *text)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char *all[32];
    const char *out = NULL;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; !out && i < sizeof all / sizeof *all; i++) {
        if (!all[i])
            out = all[i] = text;
        else if (strcmp(all[i], text) == 0)
            out = all[i];
    }
    pthread_mutex_unlock(&lock);
    if (out != text)
        free(text);
    return out;
}

/* HOME and the folders of XDG by the names that they have here, unless a person has set them. */
const char *system_variable(const char *name)
{
    static const char *const here[][2] = {{"HOME", "USERPROFILE"},
                                          {"XDG_DATA_HOME", "LOCALAPPDATA"},
                                          {"XDG_STATE_HOME", "LOCALAPPDATA"},
                                          {"XDG_CONFIG_HOME", "LOCALAPPDATA"}};
    Wide wide;
    const wchar_t *value = _wgetenv(widen(name, &wide));
    for (size_t i = 0; !value && i < sizeof here / sizeof *here; i++)
        if (strcmp(name, here[i][0]) == 0)
            value = _wgetenv(widen(here[i][1], &wide));
    return value ? kept(system_path(narrow(value))) : NULL;
}

char system_between_folders(void)
{
    return ';';
}

const char *system_temporary_folder(void)
{
    wchar_t path[MAX_PATH + 1];
    return kept(system_path(narrow(GetTempPathW(MAX_PATH + 1, path) > 0 ? path : L".")));
}

bool system_program_path(char *out, size_t size)
{
    wchar_t path[SYSTEM_NAME_SIZE];
    DWORD length = GetModuleFileNameW(NULL, path, SYSTEM_NAME_SIZE);
    char *text = system_path(narrow(length > 0 && length < SYSTEM_NAME_SIZE ? path : L""));
    snprintf(out, size, "%s", text);
    free(text);
    return *out != '\0';
}

static bool find_program(const char *program, wchar_t out[SYSTEM_NAME_SIZE])
{
    Wide wide;
    DWORD length = SearchPathW(NULL, widen(program, &wide), L".exe", SYSTEM_NAME_SIZE, out, NULL);
    return length > 0 && length < SYSTEM_NAME_SIZE;
}

bool system_finds(const char *program)
{
    wchar_t path[SYSTEM_NAME_SIZE];
    return find_program(program, path);
}

int system_processors(void)
{
    SYSTEM_INFO about;
    GetSystemInfo(&about);
    return (int)about.dwNumberOfProcessors;
}

/* From here on it knows the colours and movements of other terminals. */
int system_terminal_width(void)
{
    HANDLE terminal = GetStdHandle(STD_ERROR_HANDLE);
    CONSOLE_SCREEN_BUFFER_INFO about;
    DWORD mode;
    if (!GetConsoleScreenBufferInfo(terminal, &about) || !GetConsoleMode(terminal, &mode)
        || !SetConsoleMode(terminal, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING))
        return 0;
    return about.srWindow.Right - about.srWindow.Left + 1;
}

void system_on_stop(void (*act)(int number))
{
    signal(SIGTERM, act); /* the C library forgets it when it was used once */
    signal(SIGINT, act);
}

int system_thread(pthread_t *thread, void *(*work)(void *), void *context)
{
    return pthread_create(thread, NULL, work, context);
}

/* ---- other programs ---- */

/* One argument as CommandLineToArgvW reads it: backslashes count only before a quote. */
static char *quoted(const char *line, const char *argument, Arena *arena)
{
    char *out = arena_alloc(arena, 2 * strlen(argument) + 3, 1), *to = out;
    *to++ = '"';
    for (const char *from = argument;; from++) {
        size_t slashes = strspn(from, "\\");
        from += slashes;
        for (size_t i = 0; i < (*from && *from != '"' ? slashes : 2 * slashes); i++)
            *to++ = '\\';
        if (!*from)
            break;
        if (*from == '"')
            *to++ = '\\';
        *to++ = *from;
    }
    *to++ = '"';
    *to = '\0';
    return arena_printf(arena, "%s%s%s", line, *line ? " " : "", out);
}

/* Ours is not inherited, the other program's is. */
static bool make_pipe(HANDLE *ours, HANDLE *theirs, bool to)
{
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    HANDLE read, write;
    if (!CreatePipe(&read, &write, &inherited, 0))
        return failed();
    *ours = to ? write : read, *theirs = to ? read : write;
    return SetHandleInformation(*ours, HANDLE_FLAG_INHERIT, 0);
}

static void close_handle(HANDLE handle)
{
    if (handle && handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
}

static bool create(const char *const *arguments, STARTUPINFOW *streams, PROCESS_INFORMATION *out)
{
    Arena arena = {0};
    Wide wide;
    wchar_t path[SYSTEM_NAME_SIZE];
    const char *line = "";
    for (int i = 0; arguments[i]; i++)
        line = quoted(line, arguments[i], &arena);
    bool ok = (find_program(arguments[0], path)
               && CreateProcessW(path, (wchar_t *)(uintptr_t)widen(line, &wide), NULL, NULL, TRUE,
                                 CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW, NULL, NULL, streams, out))
              || failed();
    arena_finish(&arena);
    return ok;
}

bool program_start(const char *const *arguments, Program *out)
{
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    STARTUPINFOW streams = {.cb = sizeof streams, .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION made = {0};
    HANDLE to = NULL, from = NULL;
    *out = (Program){.to = -1, .from = -1};
    streams.hStdOutput = CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
    bool ok = make_pipe(&to, &streams.hStdInput, true) && make_pipe(&from, &streams.hStdError, false)
              && create(arguments, &streams, &made);
    close_handle(streams.hStdInput);
    close_handle(streams.hStdOutput);
    close_handle(streams.hStdError);
    close_handle(made.hThread);
    if (!ok) {
        close_handle(to);
        close_handle(from);
        return false;
    }
    out->id = (pid_t)(intptr_t)made.hProcess;
    out->to = _open_osfhandle((intptr_t)to, _O_WRONLY | _O_BINARY | _O_NOINHERIT);
    out->from = _open_osfhandle((intptr_t)from, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
    return true;
}

int program_wait(Program *program)
{
    DWORD code = 128;
    HANDLE handle = (HANDLE)(intptr_t)program->id;
    WaitForSingleObject(handle, INFINITE);
    GetExitCodeProcess(handle, &code);
    CloseHandle(handle);
    program->id = 0;
    return (int)code;
}

void program_kill(pid_t id)
{
    HANDLE handle = (HANDLE)(intptr_t)id;
    TerminateProcess(handle, 128);
    WaitForSingleObject(handle, INFINITE);
    CloseHandle(handle);
}

/* ---- what not every C library has ---- */

void *memmem(const void *all, size_t length, const void *part, size_t part_length)
{
    const char *at = all, *end = at + length;
    for (; part_length <= (size_t)(end - at); at++)
        if (memcmp(at, part, part_length) == 0)
            return (void *)(uintptr_t)at;
    return NULL;
}
