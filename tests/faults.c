/* Lets the n-th call that writes below a folder fail: preloaded into a process, armed by it.

   Counted are writes, syncs, renames, links, removals, and whatever makes a file or changes its
   length, of Python and of SQLite alike: both call the C library. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { KILL_BEFORE = -1, KILL_AFTER = -2, KILL_HALFWAY = -3 };

static char root[PATH_MAX];
static long left = 0; /* calls until the fault; 0 when disarmed */
static int fault = 0; /* an errno, or one of the kills */

static __thread int due_after = 0;

void faults_arm(const char *folder, long number, int what) {
    strncpy(root, folder, sizeof root - 1);
    fault = what;
    left = number;
}

/* Give how many calls are still to come before the fault; 0 once it has come. */
long faults_left(void) { return left; }

static int below(const char *path) {
    size_t length = strlen(root);
    char whole[2 * PATH_MAX], here[PATH_MAX];
    if (path[0] != '/') {
        if (!getcwd(here, sizeof here)) return 0;
        snprintf(whole, sizeof whole, "%s/%s", here, path);
        path = whole;
    }
    return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int opened_below(int handle) {
    char name[64];
    char path[PATH_MAX];
    snprintf(name, sizeof name, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return below(path);
}

/* Tell if this call is the one that fails; the process may not come back from here. */
static int fails(int ours) {
    due_after = 0;
    if (left <= 0 || !ours || --left > 0) return 0;
    if (fault == KILL_BEFORE) kill(getpid(), SIGKILL);
    if (fault < 0) {
        due_after = 1;
        return 0;
    }
    errno = fault;
    return 1;
}

#define AFTER(result) do { if (due_after) kill(getpid(), SIGKILL); return result; } while (0)
#define REAL(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))
#define HALF(size) (due_after && fault == KILL_HALFWAY ? (size) / 2 : (size))

ssize_t write(int handle, const void *data, size_t size) {
    if (left > 0 && fails(opened_below(handle))) return -1;
    ssize_t done = REAL(write)(handle, data, HALF(size));
    AFTER(done);
}

ssize_t pwrite64(int handle, const void *data, size_t size, off64_t at) {
    if (left > 0 && fails(opened_below(handle))) return -1;
    ssize_t done = REAL(pwrite64)(handle, data, HALF(size), at);
    AFTER(done);
}

ssize_t pwrite(int handle, const void *data, size_t size, off_t at) {
    if (left > 0 && fails(opened_below(handle))) return -1;
    ssize_t done = REAL(pwrite)(handle, data, HALF(size), at);
    AFTER(done);
}

#define OF_HANDLE(name, type, words, values) \
    int name words { \
        if (left > 0 && fails(opened_below(handle))) return -1; \
        int done = REAL(name) values; \
        AFTER(done); \
    }

OF_HANDLE(fsync, int, (int handle), (handle))
OF_HANDLE(fdatasync, int, (int handle), (handle))
OF_HANDLE(ftruncate, int, (int handle, off_t size), (handle, size))
OF_HANDLE(ftruncate64, int, (int handle, off64_t size), (handle, size))
OF_HANDLE(fchmod, int, (int handle, mode_t mode), (handle, mode))

#define OF_PATH(name, words, path, values) \
    int name words { \
        if (left > 0 && fails(below(path))) return -1; \
        int done = REAL(name) values; \
        AFTER(done); \
    }

OF_PATH(rename, (const char *from, const char *to), to, (from, to))
OF_PATH(link, (const char *from, const char *to), to, (from, to))
OF_PATH(unlink, (const char *path), path, (path))
OF_PATH(rmdir, (const char *path), path, (path))
OF_PATH(mkdir, (const char *path, mode_t mode), path, (path, mode))
OF_PATH(chmod, (const char *path, mode_t mode), path, (path, mode))

int unlinkat(int folder, const char *path, int flags) {
    if (left > 0 && fails(path[0] == '/' ? below(path) : opened_below(folder))) return -1;
    int done = REAL(unlinkat)(folder, path, flags);
    AFTER(done);
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list rest; \
        va_start(rest, flags); \
        int mode = va_arg(rest, int); \
        va_end(rest); \
        if (left > 0 && (flags & O_CREAT) && fails(below(path))) return -1; \
        int done = REAL(name)(path, flags, mode); \
        if (flags & O_CREAT) AFTER(done); \
        return done; \
    }

OPEN(open)
OPEN(open64)
