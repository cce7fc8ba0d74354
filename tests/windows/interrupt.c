/* Program `interrupt.exe`: runs a command in a console of its own, presses Ctrl-C there as soon as a
   file exists, and ends with the command's exit code: `interrupt FILE COMMAND [ARGUMENT...]`.

   It starts itself again with `-` as the first argument, because only a new process gets a console
   without a window. */

#include <windows.h>

/* This process is in the same console, and stays. */
static BOOL WINAPI stay(DWORD event)
{
    (void)event;
    return TRUE;
}

/* Returns the rest of a command line behind its first word, without the quotes of that word. */
static WCHAR *split(WCHAR **word)
{
    BOOL quoted = **word == L'"';
    WCHAR *end = *word + quoted;
    while (*end && *end != (quoted ? L'"' : L' '))
        end++;
    if (quoted)
        ++*word;
    WCHAR *rest = *end ? end + 1 : end;
    *end = 0;
    while (*rest == L' ')
        rest++;
    return rest;
}

/* Starts a command with the streams of this process. Returns 0 if it cannot be started. */
static HANDLE start(WCHAR *line, DWORD flags)
{
    STARTUPINFOW streams = {.cb = sizeof streams, .dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION process;
    streams.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    streams.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    streams.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, flags, NULL, NULL, &streams, &process))
        return 0;
    return process.hProcess;
}

int main(void)
{
    static WCHAR again[65536];
    WCHAR *own = GetCommandLineW(), *file, *command;
    DWORD code = 99;
    HANDLE process;

    file = split(&own);
    if (*file != L'-') {
        lstrcatW(lstrcatW(lstrcpyW(again, L"\""), own), L"\" - ");
        lstrcatW(again, file);
        process = start(again, CREATE_NO_WINDOW);
    } else {
        file = split(&file);
        command = split(&file);
        process = start(command, 0);
        /* The command would inherit a handler that ignores Ctrl-C, so it is set afterwards. */
        SetConsoleCtrlHandler(stay, TRUE);
        while (process && WaitForSingleObject(process, 50) == WAIT_TIMEOUT) {
            if (GetFileAttributesW(file) != INVALID_FILE_ATTRIBUTES) {
                GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
                break;
            }
        }
    }
    if (process) {
        WaitForSingleObject(process, INFINITE);
        GetExitCodeProcess(process, &code);
    }
    return code;
}
